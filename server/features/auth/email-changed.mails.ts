import type { Preferences } from '@mizan/contract/preferences.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { wordsFor } from '../../platform/words.ts';

/** Tells the old address that the account has another one now; the new one is masked, because mails travel. */
export function emailChangedMail(
  to: string,
  reader: Preferences,
  { at, maskedEmail }: { at: Date; maskedEmail: string },
): Mail {
  const { text, moment } = wordsFor(reader);
  return {
    to,
    subject: text('mails:emailChanged.subject'),
    text: text('mails:emailChanged.text', { email: maskedEmail, when: moment(at) }),
  };
}
