"""The positions of the rulebook's diagrams, as far as its text gives them.

The text gives White's men in Diagram 1 and Diagram A whole. The others are reconstructed here, once: each is a position
for which everything the text says of the diagram is true; where several are, the one with the fewest assumptions was
taken, and the comment says what the text leaves open. Points 1 to 6, as boards are written everywhere.

What cannot be reconstructed:

- Diagram 1, Red: two Ones, no Twos and at least three Threes follow from "Opening Lead"; his sixth die does not.
  `DIAGRAM_1_RED` lists every setup that fits.
- Diagram 3, Red: nothing is said of his men, only that he had no turn yet and White has one man left.
- Diagram 4: only the points that the question about 5-1 turns on; how many men stand on them is not said.
- The strategy section's "Diagram 1" fits Diagram 2 (ruling 16), where its two sentences are tested.
"""

from engine.marrakesh.bearing_off import Board

# "In Diagram 1, White has rolled 6-5-3-3-1-1." "Red leads, for both he and White have the same number of Ones and Twos,
# but he has more Threes."
DIAGRAM_1_WHITE = [6, 5, 3, 3, 1, 1]
DIAGRAM_1_RED = [[1, 1, 3, 3, 3, die] for die in (3, 4, 5, 6)]

# Red bears off from his 6-point and 4-point with 6-4; with 5-0 and 3-2 he takes off nothing, and with a Five he can
# only move from his 6-point to his 1-point; his setup lacks Threes and Twos. Open: how many on each of 6, 4 and 1.
DIAGRAM_2_RED: Board = (2, 0, 0, 2, 0, 2)
# White bears off a man from his 4-point and moves from his 2-point with 4-1; his setup lacks Fives, Threes and Ones; a
# Three from the 6-point leaves no man above his 4-point. Open: how many on each of 4 and 2.
DIAGRAM_2_WHITE: Board = (0, 3, 0, 2, 0, 1)

# "White has had his three turns" and one last man remains. Open: the point it stands on.
DIAGRAM_3_WHITE: Board = (0, 0, 0, 0, 0, 1)

# Red takes a man off with the Five of 5-1 and then moves an Ace from his 4-point or his 2-point, none being on his
# 1-point. Open: how many men stand on 5, 4 and 2.
DIAGRAM_4_RED: Board = (0, 1, 0, 1, 1, 0)

# "One on the 6-point, two on the 4-point, one on the 3-point, and two on the 1-point."
DIAGRAM_A_WHITE: Board = (2, 0, 1, 2, 0, 1)
# "His two highest men": one on the 5-point, the next on the 4-point. Open: all others.
DIAGRAM_A_RED: Board = (1, 1, 1, 2, 1, 0)

# Double-2 takes "the three men on his 2-point" off and leaves his 6-point and 3-point to move from; the sixth man would
# be a third choice anywhere but on his 6-, 3- or 1-point. Open: which of these.
DIAGRAM_B_WHITE: Board = (1, 3, 1, 0, 0, 1)
# A man on the 6-point, three on the 3-point, none on the 5-, 4- or 2-point; so the rest stand on the 1-point.
DIAGRAM_B_RED: Board = (2, 0, 3, 0, 0, 1)
