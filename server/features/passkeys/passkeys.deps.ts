import type { Origin } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { RelyingParty } from './relying-party.ts';

/** What passkeys work with. They import nothing of sign-in, which asks them. */
export interface PasskeyDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly mailer: Mailer;
  /** MIZAN_SECRET, which the handles of users are hashed with. */
  readonly secret: string;
  readonly linkBase: () => string;
  readonly publicUrl: URL | null;
}

/** Where a passkey's question or answer comes from, and for which name of the portal. */
export interface PasskeyOrigin extends Origin {
  readonly party: RelyingParty;
}
