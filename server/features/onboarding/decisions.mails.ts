import { correctionDays } from '@mizan/contract/onboarding.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { type Language, wordsFor } from '../../platform/words.ts';

/** To the owner of an approved merchant. */
export function approvedMail(to: string, language: Language, name: string, link: string): Mail {
  const { text } = wordsFor(language);
  return {
    to,
    link,
    subject: text('mails:approved.subject'),
    text: text('mails:approved.text', { name, link }),
  };
}

/** To the owner of a rejected application, with the administrator's reason in their own words. */
export function rejectedMail(to: string, language: Language, name: string, reason: string): Mail {
  const { text } = wordsFor(language);
  return {
    to,
    subject: text('mails:rejected.subject'),
    text: text('mails:rejected.text', { name, reason }),
  };
}

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
    link,
    subject: text('mails:correction.subject'),
    text: text('mails:correction.text', { name, note, link, days }),
  };
}
