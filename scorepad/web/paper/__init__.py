"""Score sheets on paper, of any game: one page, A4 or Letter, blank or filled, laid out by the game itself."""
