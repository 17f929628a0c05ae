import * as z from 'zod';
import { instant, rowId } from './page.ts';

/** An e-mail that is written at a time of the day: what its settings and its state are made of. */

/** 'HH:MM' in Asia/Riyadh. */
export const dailyTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
export const recipientsMax = 50;

/** Who may be written to, and whether they are. */
export const letterPerson = z.object({
  id: rowId,
  name: z.string(),
  email: z.string(),
  isRecipient: z.boolean(),
});
export type LetterPerson = z.infer<typeof letterPerson>;

/** The newest e-mail: of which moment it is, and how far its mails came. */
export const dailyLetter = z.object({
  runAt: instant,
  /** Null until it is written. */
  writtenAt: instant.nullable(),
  mails: z.array(
    z.object({ to: z.string(), state: z.enum(['WAITING', 'SENT', 'FAILED']), at: instant.nullable() }),
  ),
});
export type DailyLetter = z.infer<typeof dailyLetter>;
