import { paths } from '@mizan/contract/paths.ts';
import type { Preferences } from '@mizan/contract/preferences.ts';
import type { Origin } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { browserFacts, browserText } from '../../platform/http/browser-facts.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { preferencesOf } from './preferences.service.ts';

interface LetterDeps {
  readonly mailer: Mailer;
  readonly linkBase: () => string;
}

interface OwnerLetter extends Letter {
  readonly reader: Preferences;
}

/**
 * The mail to the owner of an account about what was done from a browser: when, by which browser and from which
 * address, with the link to the settings, where it is undone. Null where they have no e-mail.
 */
export async function ownerLetter(
  tx: Tx,
  { mailer, linkBase }: LetterDeps,
  { id, email }: { id: string; email: string | null },
  { at, from, ...more }: { at: Date; from: Origin; name?: string },
): Promise<OwnerLetter | null> {
  if (email === null) return null;
  const link = linkBase() + paths.settings;
  return {
    mailer,
    to: email,
    reader: await preferencesOf(tx, id),
    values: ({ text, moment }) => ({
      ...more,
      when: moment(at),
      browser: browserText(browserFacts(from.userAgent)) || text('mails:unknownBrowser'),
      ip: from.ip,
      link,
    }),
  };
}

/** The mail about a sign-in from a browser that was not trusted; null for an owner who asked to go without, too. */
export async function signInLetter(...of: Parameters<typeof ownerLetter>): Promise<Letter | null> {
  const letter = await ownerLetter(...of);
  return letter?.reader.signInMail ? letter : null;
}
