import { mailLinkHours, otpLifeMinutes } from '@mizan/contract/auth.ts';
import { plainText } from '../../platform/exports/safe-text.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { type Language, wordsFor } from '../../platform/words.ts';

/** The mail that carries a one-time code, in the language of its reader. */
export function oneTimeCodeMail(to: string, language: Language, code: string): Mail {
  const { text } = wordsFor(language);
  const minutes = text('mails:minutes', { count: otpLifeMinutes });
  return {
    to,
    language,
    code,
    subject: text('mails:oneTimeCode.subject'),
    text: text('mails:oneTimeCode.text', { code, minutes }),
  };
}

const linkLife = (language: Language): string =>
  wordsFor(language).text('mails:hours', { count: mailLinkHours });

/** The mail that carries a password-reset link, in the language of its reader. */
export function resetLinkMail(to: string, language: Language, link: string): Mail {
  const { text } = wordsFor(language);
  return {
    to,
    language,
    link,
    subject: text('mails:resetLink.subject'),
    text: text('mails:resetLink.text', { link, hours: linkLife(language) }),
  };
}

/** The mail whose link confirms a change of the own profile. */
export function profileLinkMail(to: string, language: Language, link: string): Mail {
  const { text } = wordsFor(language);
  return {
    to,
    language,
    link,
    subject: text('mails:profileLink.subject'),
    text: text('mails:profileLink.text', { link, hours: linkLife(language) }),
  };
}

/** The mail whose link verifies the e-mail of a new account. */
export function activationLinkMail(to: string, language: Language, link: string): Mail {
  const { text } = wordsFor(language);
  return {
    to,
    language,
    link,
    subject: text('mails:activationLink.subject'),
    text: text('mails:activationLink.text', { link, hours: linkLife(language) }),
  };
}

/** The mail whose link lets in somebody whom their merchant added, or gives them a new password. */
export function accessLinkMail(
  to: string,
  language: Language,
  { link, merchant }: { link: string; merchant: string },
): Mail {
  const { text } = wordsFor(language);
  // Owners name their business by their own word: it begins no line of a mail that is the portal's.
  const name = plainText(merchant);
  return {
    to,
    language,
    link,
    subject: text('mails:accessLink.subject', { merchant: name }),
    text: text('mails:accessLink.text', { link, merchant: name, hours: linkLife(language) }),
  };
}
