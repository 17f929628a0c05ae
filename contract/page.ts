import * as z from 'zod';

/**
 * Lists are walked by key (created_at, id), never by offset: the cursor names the last row seen, so rows that
 * arrive meanwhile neither repeat nor hide one (rules D3).
 */
export const pageLimit = { default: 50, max: 200 } as const;

/** The largest id that the database can hold: a larger one names nothing, and is no question it could answer. */
const largestId = '9223372036854775807';
const isId = (digits: string): boolean => digits.length < largestId.length || digits <= largestId;

/** '<ISO instant>_<id>' of the last row of the page before. Opaque to callers. */
export const cursor = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT[\d:.]+Z_[1-9]\d{0,18}$/)
  .refine((text) => {
    const { createdAt, id } = readCursor(text);
    return !Number.isNaN(createdAt.getTime()) && isId(id);
  });

export const pageQuery = {
  cursor: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(pageLimit.max).default(pageLimit.default),
};

/** One page: rows newest first and the cursor of the next page, null on the last one. */
export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({ rows: z.array(row), nextCursor: cursor.nullable() });
}

/** Rows that are numbered within what they belong to, and never change: the number of the last one seen is the cursor. */
export const seqPage = {
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(pageLimit.max).default(pageLimit.default),
};
export const seqPageOf = <T extends z.ZodType>(row: T) =>
  z.object({ rows: z.array(row), nextAfter: z.number().int().nullable() });

export const writeCursor = (createdAt: Date, id: string): string => `${createdAt.toISOString()}_${id}`;

export function readCursor(text: string): { createdAt: Date; id: string } {
  const at = text.indexOf('_');
  return { createdAt: new Date(text.slice(0, at)), id: text.slice(at + 1) };
}

/** A database id: a bigint that grows with time, as text, because it may pass 2^53. Shown to people. */
export const rowId = z
  .string()
  .regex(/^[1-9]\d{0,18}$/)
  .refine(isId);
export const idParams = z.object({ id: rowId });

/** An instant on the wire: ISO 8601 in UTC. */
export const instant = z.iso.datetime();
/** Beyond these no business ever was: days are counted from one to the other, and calendars end. */
const dayRange = { first: '1900-01-01', last: '2199-12-31' } as const;
/** A calendar day on the wire, in Asia/Riyadh where it stands for a business day. */
export const day = z.iso
  .date()
  .refine(
    (text) => text >= dayRange.first && text <= dayRange.last,
    `a day from ${dayRange.first} to ${dayRange.last}`,
  );

/** The longest window a list or a dashboard may ask for, and what it gets unasked. */
export const windowDays = { default: 31, max: 400 } as const;
