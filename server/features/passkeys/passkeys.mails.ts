import type { Preferences } from '@mizan/contract/preferences.ts';
import type { Origin } from '../../platform/audit/audit.ts';
import { browserFacts, browserText } from '../../platform/http/browser-facts.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { wordsFor } from '../../platform/words.ts';

export type PasskeyChange = 'added' | 'removed';

interface ChangeFacts {
  name: string;
  at: Date;
  from: Origin;
  /** The page where passkeys are removed. */
  link: string;
}

const keys = {
  added: { subject: 'mails:passkeyAdded.subject', text: 'mails:passkeyAdded.text' },
  removed: { subject: 'mails:passkeyRemoved.subject', text: 'mails:passkeyRemoved.text' },
} as const;

/** Tells the owner of an account that a passkey came or went: both change who can get in. */
export function passkeyMail(
  to: string,
  reader: Preferences,
  change: PasskeyChange,
  { name, at, from, link }: ChangeFacts,
): Mail {
  const { text, moment } = wordsFor(reader);
  const browser = browserText(browserFacts(from.userAgent)) || text('mails:unknownBrowser');
  return {
    to,
    subject: text(keys[change].subject),
    text: text(keys[change].text, { name, when: moment(at), browser, ip: from.ip, link }),
  };
}
