import { formatLive, isSpecified, parseLive } from '@mizan/contract/live.ts';
import type { Notice } from '../bus/notices.ts';
import { textFrame } from './text-frame.ts';

/** A socket as far as telling it something goes. */
export interface Receiver {
  readonly isPlain: boolean;
  /** The cashier who reads it, to whom only what is about their own terminal or about none of them is told; null hears everything. */
  readonly cashierId: string | null;
  /** Writes frames as they are. Answers for itself where it can't keep up. */
  write(frames: Buffer): void;
}

export const broadcastLimits = {
  /** Sockets written to before the event loop gets its turn. */
  socketsATurn: 500,
  /** Messages that leave as one write. */
  messagesAPass: 100,
} as const;

type Said = Pick<Notice, 'seq' | 'text' | 'cashierIds'>;

/** The same messages for both kinds of client. */
interface Frames {
  every: Buffer;
  specified: Buffer;
}

/** A setting is about no terminal: every cashier goes by it. */
const reachesAll = ({ text }: Said): boolean => parseLive(text)?.type === 'SET';

/** One pass over the sockets that a group had when it began: those who join hear what comes later. */
interface Pass {
  receivers: Receiver[];
  next: number;
  toMembers: Frames;
  toCashiers: ReadonlyMap<string, Frames>;
  /** What those hear of whose terminals nothing was said. */
  toOtherCashiers: Frames;
}

interface Group {
  receivers: Set<Receiver>;
  queue: Said[];
  pass: Pass | null;
}

/** Tells every socket of a merchant what the bus says, in order and without holding up the process. */
export interface Broadcast {
  join(merchantId: string, receiver: Receiver): void;
  leave(merchantId: string, receiver: Receiver): void;
  tell(merchantId: string, said: Said): void;
}

/** A result is preceded by its number, so that a window knows which ones it has heard. */
const withNumber = ({ seq, text }: Said): string[] =>
  parseLive(text)?.type === 'PAY' ? [formatLive({ type: 'SEQ', seq }), text] : [text];

const framesOf = (said: readonly Said[]): Frames => ({
  every: Buffer.concat(said.flatMap(withNumber).map(textFrame)),
  specified: Buffer.concat(said.flatMap(({ text }) => (isSpecified(text) ? [textFrame(text)] : []))),
});

function beginPass(group: Group): Pass {
  const said = group.queue.splice(0, broadcastLimits.messagesAPass);
  const byCashier = new Map<string, Said[]>();
  const toAll: Said[] = [];
  for (const each of said) {
    if (reachesAll(each)) {
      for (const own of [toAll, ...byCashier.values()]) own.push(each);
      continue;
    }
    for (const id of each.cashierIds) byCashier.set(id, [...(byCashier.get(id) ?? toAll), each]);
  }
  return {
    receivers: [...group.receivers],
    next: 0,
    toMembers: framesOf(said),
    toCashiers: new Map([...byCashier].map(([id, own]) => [id, framesOf(own)])),
    toOtherCashiers: framesOf(toAll),
  };
}

/** Writes to at most `budget` sockets of a pass; answers how many it were. */
function advance(group: Group, pass: Pass, budget: number): number {
  const end = Math.min(pass.next + budget, pass.receivers.length);
  for (const receiver of pass.receivers.slice(pass.next, end)) {
    const { cashierId } = receiver;
    const told =
      cashierId === null ? pass.toMembers : (pass.toCashiers.get(cashierId) ?? pass.toOtherCashiers);
    const frames = receiver.isPlain ? told.specified : told.every;
    if (frames.length > 0 && group.receivers.has(receiver)) receiver.write(frames);
  }
  const written = end - pass.next;
  pass.next = end;
  return written;
}

/**
 * Merchants with something to say take turns of 500 sockets, so that one with thousands of windows delays the
 * others by a slice and not by all of them.
 */
export function openBroadcast(): Broadcast {
  const groups = new Map<string, Group>();
  let waiting: Group[] = [];
  let isScheduled = false;

  function turn(): void {
    isScheduled = false;
    let budget: number = broadcastLimits.socketsATurn;
    while (budget > 0) {
      const group = waiting.shift();
      if (!group) return;
      group.pass ??= beginPass(group);
      budget -= Math.max(1, advance(group, group.pass, budget));
      if (group.pass.next >= group.pass.receivers.length) group.pass = null;
      if (group.pass || group.queue.length > 0) waiting.push(group);
    }
    if (waiting.length > 0) schedule();
  }
  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(turn);
  }

  return {
    join(merchantId, receiver) {
      const group = groups.get(merchantId) ?? { receivers: new Set(), queue: [], pass: null };
      groups.set(merchantId, group);
      group.receivers.add(receiver);
    },
    leave(merchantId, receiver) {
      const group = groups.get(merchantId);
      group?.receivers.delete(receiver);
      if (group?.receivers.size !== 0) return;
      groups.delete(merchantId);
      waiting = waiting.filter((each) => each !== group);
    },
    tell(merchantId, said) {
      const group = groups.get(merchantId);
      if (!group) return;
      const isWaiting = group.pass !== null || group.queue.length > 0;
      group.queue.push(said);
      if (!isWaiting) waiting.push(group);
      schedule();
    },
  };
}
