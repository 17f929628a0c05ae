import type { AuthDeps } from '../auth/auth.deps.ts';

/** Sessions that end need the clock, and links to a password a mailer and the address that they lead to. */
export type ManagementDeps = Pick<AuthDeps, 'db' | 'clock' | 'mailer' | 'linkBase'>;
