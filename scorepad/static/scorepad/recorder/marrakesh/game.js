/**
 * What Marrakesh (1978) brings to the recorder: how its journal becomes a record, what is asked at its table, its words,
 * and how it is drawn. Nothing outside this folder knows any more of it.
 */

import { symbols } from "./draw.js";
import { exported } from "./exporting.js";
import { begin, isAside, isDetour, question, tap, untap } from "./flow.js";
import { fold, rebase, sameContent, slotOf } from "./fold.js";
import { replacing } from "./replacing.js";
import { typed } from "./screens/asking.js";
import { glance } from "./screens/glance.js";
import { asking, finish, lying, pad, seldom, soFarPlayed, title } from "./screens/laid_out.js";
import { Options, seats } from "./screens/starting.js";
import { version } from "./screens/version.js";
import { entryTold, outcomeTold } from "./telling.js";
import { refusalPlaced, refusalTold } from "./wording.js";

const record = { fold, rebase, sameContent, slotOf, replacing, exported };
const flow = { begin, question, tap, untap, isAside, isDetour, isWritten };
const words = { entryTold, outcomeTold, refusalTold, refusalPlaced };
const screens = { title, lying, soFarPlayed, asking, typed, pad, seldom, finish, version, glance, seats, Options };

/** Whether a question is answered in words: what is half written is not drawn over. */
function isWritten({ ask }) {
  return ["ruling", "note", "reason"].includes(ask);
}

export const marrakesh = { ...record, ...flow, ...words, symbols, ...screens };
