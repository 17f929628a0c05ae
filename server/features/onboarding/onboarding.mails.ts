import type { Mail } from '../../platform/mail/mailer.ts';
import { type Language, wordsFor } from '../../platform/words.ts';

/** An applicant as mails address them: in the language they applied in, by the name of their business. */
export interface Applicant {
  to: string;
  locale: Language;
  name: string;
}

/** To an applicant whose e-mail was verified: the application is complete, and the next step is ours. */
export function underReviewMail({ to, locale, name }: Applicant): Mail {
  const { text } = wordsFor(locale);
  return {
    to,
    subject: text('mails:underReview.subject'),
    text: text('mails:underReview.text', { name }),
  };
}

/** To an applicant whose correction arrived: it is reviewed again. */
export function correctionReceivedMail({ to, locale, name }: Applicant): Mail {
  const { text } = wordsFor(locale);
  return {
    to,
    subject: text('mails:correctionReceived.subject'),
    text: text('mails:correctionReceived.text', { name }),
  };
}

/** To the address that an application named before it was corrected; it may be a stranger's, so it says no more. */
export function emailCorrectedMail({ to, locale, name }: Applicant): Mail {
  const { text } = wordsFor(locale);
  return {
    to,
    subject: text('mails:emailCorrected.subject'),
    text: text('mails:emailCorrected.text', { name }),
  };
}
