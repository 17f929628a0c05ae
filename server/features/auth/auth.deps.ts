import type { Origin } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { IsBreached } from '../../platform/sessions/breached-passwords.ts';
import type { SignInKeys } from './sign-in-keys.ts';

/** What sign-in works with; made once when the portal starts. */
export interface AuthDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly mailer: Mailer;
  readonly keys: SignInKeys;
  readonly isBreached: IsBreached;
  /** MIZAN_SECRET, which one-time codes are hashed with. */
  readonly secret: string;
  /** Where links in mails lead, without a slash at the end: PUBLIC_URL, or the address on loopback once it listens. */
  readonly linkBase: () => string;
  /** How long a mail waits that somebody asked for who has not signed in: platform/mail/mail-rhythm.ts. */
  readonly mailMoment: () => number;
  /** Who else hears, in that transaction, that an account's e-mail is verified: onboarding, which stands above sign-in. */
  readonly mailboxProven: (tx: Tx, account: { id: string; merchantId: string | null }) => Promise<void>;
}

/** Where a call came from: kept with sessions and devices so that their owner recognises them. */
export type { Origin };
