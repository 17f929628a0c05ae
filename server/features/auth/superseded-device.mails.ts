import type { Preferences } from '@mizan/contract/preferences.ts';
import type { Origin } from '../../platform/audit/audit.ts';
import { browserFacts, browserText } from '../../platform/http/browser-facts.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { wordsFor } from '../../platform/words.ts';

/** Tells the owner of a trusted device that a copy of its cookie was used, and that it is trusted no more. */
export function supersededDeviceMail(
  to: string,
  reader: Preferences,
  { at, from, link }: { at: Date; from: Origin; link: string },
): Mail {
  const { text, moment } = wordsFor(reader);
  const browser = browserText(browserFacts(from.userAgent)) || text('mails:unknownBrowser');
  return {
    to,
    subject: text('mails:supersededDevice.subject'),
    text: text('mails:supersededDevice.text', { when: moment(at), browser, ip: from.ip, link }),
  };
}
