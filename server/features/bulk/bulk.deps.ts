import type { AuthDeps } from '../auth/auth.deps.ts';

/** As management's, whose services write the lines that change something. */
export type BulkDeps = Pick<AuthDeps, 'db' | 'clock' | 'mailer' | 'linkBase'>;

export interface BulkUploadDeps extends BulkDeps {
  /** Where a file lies while it is read; what a killed process leaves there is tidied with the exports. */
  folder: string;
}
