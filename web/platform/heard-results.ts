/**
 * Which results this window has heard, by their numbers in the merchant's record of messages (contract/live.ts). Numbers
 * are drawn when a message is written and seen when it is committed, so 8 may show after 9: the place from which missed
 * results are asked for lies `settleMs` behind what was heard, and what is known already is left out.
 */
export const settleMs = 120_000;
/** Bounds what a window keeps; beyond it the oldest numbers are let go. */
const numbersMax = 2_000;

interface Heard {
  seq: number;
  atMs: number;
}

/** What a window keeps over a reload. */
export interface HeardState {
  /** Everything up to here was heard or lies before this window; null before the first connection. */
  after: number | null;
  heard: Heard[];
  /** Nothing is missing up to the newest number: the place may move on. */
  isWhole: boolean;
}

export const heardNothing: HeardState = { after: null, heard: [], isWhole: false };

const isKnown = ({ heard }: HeardState, seq: number): boolean => heard.some((each) => each.seq === seq);

/** Lets the place move to the newest number that has had its time, where nothing is missing. */
function settled(state: HeardState, nowMs: number): HeardState {
  if (!state.isWhole || state.after === null) return state;
  const old = state.heard.filter(({ atMs }) => atMs <= nowMs - settleMs);
  const after = old.reduce((highest, { seq }) => Math.max(highest, seq), state.after);
  return { ...state, after, heard: state.heard.filter(({ seq }) => seq > after) };
}

/** A connection is there, and this is the newest number: where a new window begins. `asks` says whether something may have been missed. */
export function opened(state: HeardState, seq: number): { state: HeardState; asks: boolean } {
  if (state.after === null) return { state: { after: seq, heard: [], isWhole: true }, asks: false };
  return { state: { ...state, isWhole: false }, asks: true };
}

/** A result with its number; `isNew` is false where it was heard before. */
export function heardOne(
  state: HeardState,
  seq: number,
  nowMs: number,
): { state: HeardState; isNew: boolean } {
  if (isKnown(state, seq)) return { state, isNew: false };
  const heard = [...state.heard, { seq, atMs: nowMs }].slice(-numbersMax);
  return { state: settled({ ...state, heard }, nowMs), isNew: true };
}

/** The results that were missed have been told. */
export const caughtUp = (state: HeardState, nowMs: number): HeardState =>
  settled({ ...state, isWhole: true }, nowMs);
