"""The rules: pure Python, the standard library alone, no clock, no chance, no files.

games          the registry of rules, the one file here that names every game
applied        a record after an entry
questions      what an app may ask of the rules of a game
violations     why a record is refused, and the sentence for it
wording        what was found in a record, as JSON and in words
shapes         the shape of JSON that any record has
strict_json    JSON read and written, and nothing that it leaves open
canonical_json the one form of it that is always the same bytes
facts          what one match says about each seat, as numbers that add up
figures        what is told of many matches, from such sums alone
statistics/    estimates from sums, and how sure they are
ratings/       who is how strong, by who won against whom
marrakesh/     Marrakesh (1978)
"""
