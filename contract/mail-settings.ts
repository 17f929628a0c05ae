import * as z from 'zod';
import { asSeen } from './as-seen.ts';
import { defineRoute } from './route.ts';
import { isStorable } from './storable-text.ts';

/**
 * What administrators add below every mail, and what every mail says: the words of the mails themselves are the portal's
 * (docs/decisions/0208-an-ending-below-every-mail.md).
 */
export const mailClosingMax = 300;
export const mailContactMax = 120;

const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** What programs that show mails make a link of: an address with its kind, or a word, a dot and letters. */
const link = /:\/\/|\bwww\.|[\p{L}\p{N}-][.\u3002\uFF0E\uFF61]\p{L}{2,}/iu;
const mailAddress = /[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}/g;
/** As many digits as a one-time code has, however they are set apart. */
const codeLike = /(?:\p{Nd}[\s-]*){6}/u;

/** Why a closing sentence may not stand below a mail: a link, or digits that could be taken for a code. */
export function closingProblem(text: string): 'hidden' | 'link' | 'code' | null {
  if (!isStorable(text) || hidden.test(text)) return 'hidden';
  if (link.test(text) || text.includes('@')) return 'link';
  return codeLike.test(text) ? 'code' : null;
}

/** Why a contact line may not: telephone numbers and mail addresses may stand in it, links may not. */
export function contactProblem(text: string): 'hidden' | 'link' | null {
  if (!isStorable(text) || hidden.test(text)) return 'hidden';
  return link.test(text.replaceAll(mailAddress, ' ')) ? 'link' : null;
}

// What is too long is looked through for nothing else: an address is looked for from every letter on.
const closing = z
  .string()
  .trim()
  .max(mailClosingMax, { abort: true })
  .refine((text) => closingProblem(text) === null);
const contact = z
  .string()
  .trim()
  .max(mailContactMax, { abort: true })
  .refine((text) => contactProblem(text) === null);

/** Empty where nothing is added. Of each kind both languages are given or neither. */
export const mailEnding = z.strictObject({
  closingEn: closing,
  closingAr: closing,
  contactEn: contact,
  contactAr: contact,
});
export type MailEnding = z.infer<typeof mailEnding>;

const isInBothLanguages = (ending: MailEnding): boolean =>
  (ending.closingEn === '') === (ending.closingAr === '') &&
  (ending.contactEn === '') === (ending.contactAr === '');

const writtenMail = z.object({ subject: z.string(), text: z.string() });

export const listMails = defineRoute({
  id: 'platform.mails',
  method: 'GET',
  path: '/admin/settings/mails',
  allow: ['ADMIN'],
  right: 'platformSettings.read',
  summary:
    'Every mail that the portal sends, in both languages, with example values and the ending as it counts',
  output: z.object({
    rows: z.array(z.object({ id: z.string(), en: writtenMail, ar: writtenMail })),
  }),
  errors: [],
});

const example = {
  closingEn: 'Thank you for working with us.',
  closingAr: 'شكرًا لتعاملكم معنا.',
  contactEn: 'help@mizan.sa',
  contactAr: 'help@mizan.sa',
};
export const setMailEnding = defineRoute({
  id: 'platform.setMailEnding',
  method: 'PUT',
  path: '/admin/settings/mail-ending',
  allow: ['ADMIN'],
  right: 'platformSettings.change',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Sets what stands below every mail from here on: a closing sentence, a contact line, or neither',
  body: asSeen(mailEnding).refine(isInBothLanguages),
  example: { body: { ...example, seen: example } },
  output: mailEnding,
  /** conflict: what stands below mails is not as seen. */
  errors: ['conflict'],
});
