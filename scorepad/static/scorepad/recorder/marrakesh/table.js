// Written by the engine (`make table`); not to be changed by hand.
export const FORMAT = "marrakesh-record/1";
export const ROUNDS = 12;
export const ROUNDS_PER_SHUFFLE = 3;
export const TRICKS_IN_A_ROUND = 6;
export const TURNS = 3;
export const MEN = 6;
export const MOST_POINTS = 999;

// What a rank counts; Q is the Null.
export const NUMBERS = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "Q": 0};

// How often each pack holds a Null, and how often any other card.
export const PACKS = {
  single: [1, 2],
  double: [2, 4],
};

// The cards of each suit.
export const CARDS = [
  "AS", "2S", "3S", "4S", "5S", "6S", "QS",
  "AH", "2H", "3H", "4H", "5H", "6H", "QH",
  "AD", "2D", "3D", "4D", "5D", "6D", "QD",
  "AC", "2C", "3C", "4C", "5C", "6C", "QC",
];

// Letters of TRICKS.
export const KINDS = {"p": "plain", "s": "suit_match", "d": "doubles", "t": "triples"};

// By the lead, for each reply in turn: the kind, a capital when the receiver wins.
export const TRICKS = [
  "TSSSSSSdppppppdppppppDPPPPPP",
  "STSSSSSpdppppppdpppppPDPPPPP",
  "SSTSSSSppdppppppdppppPPDPPPP",
  "SSSTSSSpppdppppppdpppPPPDPPP",
  "SSSSTSSppppdppppppdppPPPPDPP",
  "SSSSSTSpppppdppppppdpPPPPPDP",
  "SSSSSSTppppppdppppppdPPPPPPD",
  "DPPPPPPTSSSSSSdppppppdpppppp",
  "PDPPPPPSTSSSSSpdppppppdppppp",
  "PPDPPPPSSTSSSSppdppppppdpppp",
  "PPPDPPPSSSTSSSpppdppppppdppp",
  "PPPPDPPSSSSTSSppppdppppppdpp",
  "PPPPPDPSSSSSTSpppppdppppppdp",
  "PPPPPPDSSSSSSTppppppdppppppd",
  "DPPPPPPDPPPPPPTSSSSSSdpppppp",
  "PDPPPPPPDPPPPPSTSSSSSpdppppp",
  "PPDPPPPPPDPPPPSSTSSSSppdpppp",
  "PPPDPPPPPPDPPPSSSTSSSpppdppp",
  "PPPPDPPPPPPDPPSSSSTSSppppdpp",
  "PPPPPDPPPPPPDPSSSSSTSpppppdp",
  "PPPPPPDPPPPPPDSSSSSSTppppppd",
  "dppppppDPPPPPPDPPPPPPTSSSSSS",
  "pdpppppPDPPPPPPDPPPPPSTSSSSS",
  "ppdppppPPDPPPPPPDPPPPSSTSSSS",
  "pppdpppPPPDPPPPPPDPPPSSSTSSS",
  "ppppdppPPPPDPPPPPPDPPSSSSTSS",
  "pppppdpPPPPPDPPPPPPDPSSSSSTS",
  "ppppppdPPPPPPDPPPPPPDSSSSSST",
];

// How often an extra card is played that matches in 0, 1, 2 ways.
export const EXTRA_BY_MATCHES = [1, 4, 6];
export const EXTRA_AFTER_TRIPLES = 4;

// By number, for the points that are occupied (bit 0 is point 1): those a man may leave.
export const MOVES = [
  [],
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63],
  [0, 1, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 12, 12, 14, 14, 16, 16, 18, 18, 20, 20, 22, 22, 24, 24, 26, 26, 28, 28, 30, 30, 32, 32, 34, 34, 36, 36, 38, 38, 40, 40, 42, 42, 44, 44, 46, 46, 48, 48, 50, 50, 52, 52, 54, 54, 56, 56, 58, 58, 60, 60, 62, 62],
  [0, 1, 2, 2, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12, 16, 16, 16, 16, 20, 20, 20, 20, 24, 24, 24, 24, 28, 28, 28, 28, 32, 32, 32, 32, 36, 36, 36, 36, 40, 40, 40, 40, 44, 44, 44, 44, 48, 48, 48, 48, 52, 52, 52, 52, 56, 56, 56, 56, 60, 60, 60, 60],
  [0, 1, 2, 2, 4, 4, 4, 4, 8, 8, 8, 8, 8, 8, 8, 8, 16, 16, 16, 16, 16, 16, 16, 16, 24, 24, 24, 24, 24, 24, 24, 24, 32, 32, 32, 32, 32, 32, 32, 32, 40, 40, 40, 40, 40, 40, 40, 40, 48, 48, 48, 48, 48, 48, 48, 48, 56, 56, 56, 56, 56, 56, 56, 56],
  [0, 1, 2, 2, 4, 4, 4, 4, 8, 8, 8, 8, 8, 8, 8, 8, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48],
  [0, 1, 2, 2, 4, 4, 4, 4, 8, 8, 8, 8, 8, 8, 8, 8, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32],
];

// What the ovals of a side score for it, and what they give the opponent: names and points.
export const SCORES = [
  ["000", null, 0, "grand_fez", 18],
  ["001", null, 0, "royal_fez", 9],
  ["002", null, 0, "double_chip", 4],
  ["003", null, 0, "double_chip", 4],
  ["004", null, 0, "double_chip", 4],
  ["005", null, 0, "double_chip", 4],
  ["006", "backgammon", 12, null, 0],
  ["010", null, 0, "royal_fez", 9],
  ["011", null, 0, "common_fez", 6],
  ["012", null, 0, "chip", 1],
  ["013", null, 0, "chip", 1],
  ["014", null, 0, "chip", 1],
  ["015", "game", 3, "chip", 1],
  ["020", null, 0, "double_chip", 4],
  ["021", null, 0, "chip", 1],
  ["022", null, 0, "chip", 1],
  ["023", null, 0, "chip", 1],
  ["024", "game", 3, "chip", 1],
  ["030", null, 0, "double_chip", 4],
  ["031", null, 0, "chip", 1],
  ["032", null, 0, "chip", 1],
  ["033", "game", 3, "chip", 1],
  ["040", null, 0, "double_chip", 4],
  ["041", null, 0, "chip", 1],
  ["042", "game", 3, "chip", 1],
  ["050", null, 0, "double_chip", 4],
  ["051", "game", 3, "chip", 1],
  ["06", "backgammon", 12, null, 0],
  ["100", null, 0, "royal_fez", 9],
  ["101", null, 0, "common_fez", 6],
  ["102", null, 0, "chip", 1],
  ["103", null, 0, "chip", 1],
  ["104", null, 0, "chip", 1],
  ["105", "game", 3, "chip", 1],
  ["110", null, 0, "common_fez", 6],
  ["111", null, 0, "little_fez", 4],
  ["112", null, 0, null, 0],
  ["113", null, 0, null, 0],
  ["114", "bogart", 9, null, 0],
  ["120", null, 0, "chip", 1],
  ["121", null, 0, null, 0],
  ["122", null, 0, null, 0],
  ["123", "game", 3, null, 0],
  ["130", null, 0, "chip", 1],
  ["131", null, 0, null, 0],
  ["132", "game", 3, null, 0],
  ["140", null, 0, "chip", 1],
  ["141", "el_ayun", 12, null, 0],
  ["15", "gammon", 6, null, 0],
  ["200", null, 0, "double_chip", 4],
  ["201", null, 0, "chip", 1],
  ["202", null, 0, "chip", 1],
  ["203", null, 0, "chip", 1],
  ["204", "game", 3, "chip", 1],
  ["210", null, 0, "chip", 1],
  ["211", null, 0, null, 0],
  ["212", null, 0, null, 0],
  ["213", "game", 3, null, 0],
  ["220", null, 0, "chip", 1],
  ["221", null, 0, null, 0],
  ["222", "casablanca", 6, null, 0],
  ["230", null, 0, "chip", 1],
  ["231", "game", 3, null, 0],
  ["24", "gammon", 6, null, 0],
  ["300", null, 0, "double_chip", 4],
  ["301", null, 0, "chip", 1],
  ["302", null, 0, "chip", 1],
  ["303", "game", 3, "chip", 1],
  ["310", null, 0, "chip", 1],
  ["311", null, 0, null, 0],
  ["312", "rabat", 6, null, 0],
  ["320", null, 0, "chip", 1],
  ["321", "game", 3, null, 0],
  ["33", "gibraltar", 9, null, 0],
  ["400", null, 0, "double_chip", 4],
  ["401", null, 0, "chip", 1],
  ["402", "game", 3, "chip", 1],
  ["410", null, 0, "chip", 1],
  ["411", "game", 3, null, 0],
  ["42", "tangier", 9, null, 0],
  ["500", null, 0, "double_chip", 4],
  ["501", "game", 3, "chip", 1],
  ["51", "gammon", 6, null, 0],
  ["6", "backgammon", 12, null, 0],
];

// By Red's points: every score of White's that a round can end with.
export const ROUND_SCORES = [
  [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 13, 15, 16, 18, 19, 21, 24, 27, 30],
  [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 18, 19, 21],
  [0, 1, 4, 6, 9, 18],
  [0, 1, 3, 4, 6, 7, 9, 10, 12, 13],
  [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 18, 19],
  [0, 1, 4, 6, 9, 18],
  [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 18, 19],
  [0, 1, 3, 4, 6, 9, 18],
  [],
  [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 18, 19],
  [0, 1, 3, 4, 6, 9, 18],
  [],
  [0, 1, 3, 6, 9, 12],
  [0, 3],
  [],
  [0],
  [0],
  [],
  [0, 1, 2, 4, 5, 6, 7, 9, 10, 18, 19],
  [0, 1, 4, 6, 9, 18],
  [],
  [0, 1],
  [],
  [],
  [0],
  [],
  [],
  [0],
  [],
  [],
  [0],
];

// By the rounds a winner scored in.
export const OASES = {"10": ["oasis", 2], "11": ["great_oasis", 3], "12": ["perfect_oasis", 4]};
