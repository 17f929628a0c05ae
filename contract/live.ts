/**
 * The live channel (rules S4 and D5): text messages over a WebSocket at this
 * path. The client offers the protocol and its session token as sub-protocols; the server selects the
 * protocol, or echoes the token to a client that offers only that.
 */
export const livePath = '/neopaas/live';
export const liveProtocol = 'mizan.v1';

export const noticeTypes = ['TCO', 'TDI', 'FRC', 'SRC'] as const;
type NoticeType = (typeof noticeTypes)[number];

/**
 * TRX (a transaction changed), FIL (a bank file moved on, or a statement of an account came, whose number it then has), REC (a terminal's reconciliation did) and SEQ are additions of ours: they carry no news for a
 * person, only what to read again, and go to clients that offered `mizan.v1` alone. SEQ stands before each PAY with
 * its number in the merchant's record of messages, and at the beginning with the newest number there is: by it a
 * window that connects again asks for the results that it missed (payments.results). AGO follows it: so many ms ago, or earlier, the
 * merchant was last told something, by which a window that connects for the first time knows whether what it read before may be old. NTC is the number of a notice that is
 * new (notices.list), NRD the person who has read theirs in one of their windows. SET goes to everybody
 * where administrators set something for the whole portal, and to everybody of a merchant, cashiers too, where its owner changed
 * what they may do, alone or at all. OWN goes to one person's windows alone: their preferences or what they asked for of their
 * data, or what was asked of them, is another one now.
 */
export type LiveMessage =
  | { type: NoticeType; tid: string }
  | { type: 'PAY'; approved: boolean; transactionId: string }
  | { type: 'TRX'; transactionId: string }
  | { type: 'FIL'; bankFileId: string }
  | { type: 'REC'; reconciliationId: string }
  | { type: 'SEQ'; seq: number }
  | { type: 'AGO'; ms: number }
  | { type: 'NTC'; seq: number }
  | { type: 'NRD'; userId: string }
  | { type: 'SET' }
  | { type: 'OWN' };

/** 'TCO88501158', 'PAY1904133': a type, then what it is about, with nothing between. */
export function formatLive(message: LiveMessage): string {
  if (message.type === 'PAY') return `PAY${message.approved ? 1 : 0}${message.transactionId}`;
  if (message.type === 'TRX') return `TRX${message.transactionId}`;
  if (message.type === 'FIL') return `FIL${message.bankFileId}`;
  if (message.type === 'REC') return `REC${message.reconciliationId}`;
  if (message.type === 'SEQ') return `SEQ${message.seq}`;
  if (message.type === 'AGO') return `AGO${message.ms}`;
  if (message.type === 'NTC') return `NTC${message.seq}`;
  if (message.type === 'NRD') return `NRD${message.userId}`;
  if (message.type === 'SET' || message.type === 'OWN') return message.type;
  return `${message.type}${message.tid}`;
}

/** Whether a frame's text is one of those that every client gets (rules S4.5). */
export const isSpecified = (text: string): boolean =>
  ['PAY', ...noticeTypes].some((type) => text.startsWith(type));

/** The message in a frame's text, or null where it is none of ours (newer servers may say more). */
export function parseLive(text: string): LiveMessage | null {
  const payment = /^PAY([01])([1-9]\d{0,18})$/.exec(text);
  if (payment) return { type: 'PAY', approved: payment[1] === '1', transactionId: payment[2] ?? '' };
  const change = /^(TRX|FIL|REC|NRD)([1-9]\d{0,18})$/.exec(text);
  if (change?.[1] === 'TRX') return { type: 'TRX', transactionId: change[2] ?? '' };
  if (change?.[1] === 'REC') return { type: 'REC', reconciliationId: change[2] ?? '' };
  if (change?.[1] === 'FIL') return { type: 'FIL', bankFileId: change[2] ?? '' };
  if (change?.[1] === 'NRD') return { type: 'NRD', userId: change[2] ?? '' };
  if (text === 'SET' || text === 'OWN') return { type: text };
  const place = /^(SEQ|NTC|AGO)(0|[1-9]\d{0,14})$/.exec(text);
  if (place?.[1] === 'AGO') return { type: 'AGO', ms: Number(place[2]) };
  if (place) return { type: place[1] === 'SEQ' ? 'SEQ' : 'NTC', seq: Number(place[2]) };
  const notice = /^([A-Z]{3})([0-9A-Za-z]{1,32})$/.exec(text);
  const type = noticeTypes.find((each) => each === notice?.[1]);
  return type ? { type, tid: notice?.[2] ?? '' } : null;
}

/**
 * Said once a second to clients that offered `mizan.v1`, and at once to a new one: a browser cannot see the pings of
 * its socket, so without it a line that is lost looks like one on which nothing happens. It is no message.
 */
export const liveBeat = 'HBT';
export const liveBeatMs = 1_000;

/** Why the server closes a socket: codes of the private range, so that a client knows whether to come back. */
export const liveClose = {
  sessionEnded: 4001,
  serverStopping: 1001,
  tooSlow: 4008,
} as const;
