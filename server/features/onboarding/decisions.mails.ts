import { correctionDays } from '@mizan/contract/onboarding.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { type Language, wordsFor } from '../../platform/words.ts';

/** To an applicant who is asked to correct something; the link leads to exactly those fields. */
export function correctionMail(
  to: string,
  language: Language,
  { name, note, link }: { name: string; note: string; link: string },
): Mail {
  const { text } = wordsFor(language);
  const days = text('mails:days', { count: correctionDays });
  return {
    to,
    language,
    link,
    subject: text('mails:correction.subject'),
    text: text('mails:correction.text', { name, note, link, days }),
  };
}
