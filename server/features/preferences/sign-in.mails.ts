import type { Preferences } from '@mizan/contract/preferences.ts';
import { type BrowserFacts, browserText } from '../../platform/http/browser-facts.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { wordsFor } from '../../platform/words.ts';

/** Where a sign-in came from. */
export interface SignInPlace extends BrowserFacts {
  ip: string;
}

/** Tells the owner of an account of a sign-in from a browser that was not trusted. */
export function signInMail(
  to: string,
  reader: Preferences,
  { at, place, link }: { at: Date; place: SignInPlace; link: string },
): Mail {
  const { text, moment } = wordsFor(reader);
  const browser = browserText(place) || text('mails:unknownBrowser');
  return {
    to,
    subject: text('mails:signIn.subject'),
    text: text('mails:signIn.text', { when: moment(at), browser, ip: place.ip, link }),
  };
}
