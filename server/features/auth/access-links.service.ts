import { givenLink, mailLinkHours } from '@mizan/contract/auth.ts';
import { paths } from '@mizan/contract/paths.ts';
import type { Tx } from '../../platform/database/database.ts';
import { writeMail } from '../../platform/mail/mailer.ts';
import { hashToken, newToken } from '../../platform/sessions/secret-token.ts';
import type { AuthDeps } from './auth.deps.ts';
import { accessLinkMail } from './auth.mails.ts';
import { insertLink, spendLinksOf } from './mail-links.queries.ts';

const linkLifeMs = mailLinkHours * 60 * 60_000;

export interface LinkReader {
  userId: string;
  /** Null of a cashier, who is handed the link. */
  email: string | null;
  locale: 'en' | 'ar';
  /** Who lets them in; the mail says it in its own language. */
  merchant: { readonly name: string; readonly nameAr: string } | null;
}

/** The links of somebody who may not work any more end; whoever is let in again is given a new one. */
export const endAccessLinks = (tx: Tx, userId: string, at: Date): Promise<number> =>
  spendLinksOf(tx, userId, 'RESET_PASSWORD', at);

/**
 * A link by which somebody of a merchant sets a password; the one before is void. It is mailed to whoever has an e-mail, whose
 * mailbox it proves, and answered for whoever has none, to be handed over: it is kept as its hash and shown this once.
 */
export async function giveAccessLink(
  tx: Tx,
  { clock, mailer, linkBase }: Pick<AuthDeps, 'clock' | 'mailer' | 'linkBase'>,
  { userId, email, locale, merchant }: LinkReader,
): Promise<{ link: string | null; expiresAt: Date }> {
  const token = newToken();
  const at = clock.now();
  const expiresAt = new Date(at.getTime() + linkLifeMs);
  await spendLinksOf(tx, userId, 'RESET_PASSWORD', at);
  const payload = email === null ? undefined : { email };
  await insertLink(tx, {
    purpose: 'RESET_PASSWORD',
    userId,
    payload,
    tokenHash: hashToken(token),
    at,
    expiresAt,
  });
  const link = `${linkBase()}${paths.reset}?token=${token}&${givenLink}`;
  if (email === null) return { link, expiresAt };
  const name = { en: merchant?.name, ar: merchant?.nameAr }[locale] ?? '';
  await writeMail(tx, mailer, accessLinkMail(email, locale, { link, merchant: name }));
  return { link: null, expiresAt };
}
