import { paths } from '@mizan/contract/paths.ts';
import type { Origin } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { browserFacts } from '../../platform/http/browser-facts.ts';
import { type Mailer, writeMail } from '../../platform/mail/mailer.ts';
import { preferencesOf } from './preferences.service.ts';
import { signInMail } from './sign-in.mails.ts';

interface NoticeDeps {
  readonly mailer: Mailer;
  readonly linkBase: () => string;
}

/**
 * Writes the mail about a sign-in from a browser that was not trusted, in the transaction of that sign-in, where
 * its owner has an e-mail and did not ask to go without.
 */
export async function tellOfSignIn(
  tx: Tx,
  { mailer, linkBase }: NoticeDeps,
  account: { id: string; email: string | null },
  { at, from }: { at: Date; from: Origin },
): Promise<void> {
  if (account.email === null) return;
  const reader = await preferencesOf(tx, account.id);
  if (!reader.signInMail) return;
  const place = { ...browserFacts(from.userAgent), ip: from.ip };
  await writeMail(
    tx,
    mailer,
    signInMail(account.email, reader, { at, place, link: linkBase() + paths.settings }),
  );
}
