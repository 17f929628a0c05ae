import type { VirusScanner } from '../../platform/scanner/virus-scanner.ts';
import type { AuthDeps } from '../auth/auth.deps.ts';

/** What onboarding works with: sign-in's own, because an application makes accounts, and who scans documents. */
export interface OnboardingDeps extends AuthDeps {
  /** Null where nobody set VIRUS_SCANNER. */
  readonly scanner: VirusScanner | null;
}
