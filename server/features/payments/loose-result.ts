import { createHash, randomUUID } from 'node:crypto';
import { asStorable } from '@mizan/contract/storable-text.ts';
import { type ResultBody, resultBody } from '@mizan/contract/terminal-link.ts';
import * as z from 'zod';
import type { LooseFrame } from '../../platform/link/order-handlers.ts';

const { shape } = resultBody;
/** Stands in where a field that decides cannot be read, so that there is a body; nothing is decided by it. */
const standIns = {
  resultSeq: 1,
  kind: 'PURCHASE',
  providerCode: '99',
  actionCode: '999',
  amountMinor: 0,
  cashMinor: 0,
  currency: 'SAR',
} as const satisfies Partial<ResultBody>;
type DecisiveField = keyof typeof standIns | 'paymentId';
const receiptLimits = { name: 40, text: 200 } as const;

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const cut = (text: string, length: number): string => asStorable(asStorable(text).slice(0, length));

/** What the terminal printed, as far as it is text. */
function looseReceipt(receipt: unknown): ResultBody['receipt'] {
  if (!isFields(receipt)) return null;
  const texts = Object.entries(receipt).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(
    texts.map(([name, text]) => [cut(name, receiptLimits.name), cut(text, receiptLimits.text)]),
  );
}

function described(
  body: Fields,
): Pick<
  ResultBody,
  | 'rrn'
  | 'originalRrn'
  | 'stan'
  | 'authCode'
  | 'maskedPan'
  | 'scheme'
  | 'acquirerCode'
  | 'startAt'
  | 'endAt'
  | 'receipt'
> {
  const field = <T>(schema: z.ZodType<T>, name: string, otherwise: T): T => {
    const read = schema.safeParse(typeof body[name] === 'string' ? asStorable(body[name]) : body[name]);
    return read.success ? read.data : otherwise;
  };
  const now = new Date().toISOString();
  return {
    rrn: field(shape.rrn, 'rrn', null),
    originalRrn: field(shape.originalRrn, 'originalRrn', null),
    stan: field(shape.stan, 'stan', null),
    authCode: field(shape.authCode, 'authCode', null),
    maskedPan: field(shape.maskedPan, 'maskedPan', null),
    scheme: field(shape.scheme, 'scheme', 'None'),
    acquirerCode: field(shape.acquirerCode, 'acquirerCode', null),
    startAt: field(shape.startAt, 'startAt', now),
    endAt: field(shape.endAt, 'endAt', now),
    receipt: looseReceipt(body['receipt']),
  };
}

/** What a charge is told apart by where its own name cannot be read. */
const tellingFields = ['paymentId', 'resultSeq', 'amountMinor', 'rrn', 'stan', 'startAt'] as const;

/** A name for a charge whose own cannot be read: the same one each time that the terminal says it again. */
function nameOf(tid: string, body: Fields): string {
  const telling = tellingFields.map((name) => (typeof body[name] === 'object' ? null : body[name]));
  const hash = createHash('sha256')
    .update(JSON.stringify([tid, ...telling]))
    .digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

function looseBody(body: Fields, paymentId: string): { body: ResultBody; unreadable: DecisiveField[] } {
  const unreadable: DecisiveField[] = [];
  const decisive = Object.fromEntries(
    Object.entries(standIns).map(([name, standIn]) => {
      const read = shape[name as keyof typeof standIns].safeParse(body[name]);
      if (!read.success) unreadable.push(name as DecisiveField);
      return [name, read.success ? read.data : standIn];
    }),
  ) as Pick<ResultBody, keyof typeof standIns>;
  return { body: { paymentId, ...decisive, ...described(body) }, unreadable };
}

const idOf = (value: unknown): string | null => z.uuid().safeParse(value).data ?? null;

/**
 * A result whose texts are not as they should be. What only describes it may be missing; where a field that decides
 * cannot be read, a person has to look. Null where the frame is about no result, or about none that anybody could
 * tell. A terminal that names itself otherwise is refused by the caller, as with any frame.
 */
export function readLooseResult(value: unknown, tid: string): LooseFrame | null {
  if (!isFields(value) || value['v'] !== 1 || !isFields(value['body'])) return null;
  const { type, body } = value;
  const common = {
    v: 1,
    id: idOf(value['id']) ?? randomUUID(),
    tid: typeof value['tid'] === 'string' && /^\d{8,16}$/.test(value['tid']) ? value['tid'] : tid,
    ts: new Date().toISOString(),
  } as const;
  const own = idOf(body['paymentId']);
  if (type === 'tx.status') {
    // A body comes with what is final alone, whatever else was said of it.
    if (value['state'] === 'IN_PROGRESS' || value['state'] === 'NOT_FOUND') return null;
    const asked = idOf(value['paymentId']) ?? own;
    if (asked === null) return null;
    const read = looseBody(body, own ?? asked);
    return {
      frame: { ...common, type, paymentId: asked, state: 'FINAL', body: read.body },
      unreadable: read.unreadable,
      about: read.body.paymentId,
    };
  }
  if (type !== 'pay.result' && type !== 'sale.report') return null;
  // The portal asks for its own payments until it knows; of a sale it hears in this way alone.
  if (own === null && type === 'pay.result') return null;
  const read = looseBody(body, own ?? nameOf(tid, body));
  const unreadable: DecisiveField[] = own === null ? ['paymentId', ...read.unreadable] : read.unreadable;
  return { frame: { ...common, type, body: read.body }, unreadable, about: read.body.paymentId };
}
