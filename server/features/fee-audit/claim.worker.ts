import { buffer } from 'node:stream/consumers';
import type { CalendarChoice } from '@mizan/contract/preferences.ts';
import { claimPdf } from './claim-pdf.ts';
import type { ClaimRecord } from './claims.queries.ts';

/** Draws the letters of claims in the thread of papers: see claim-pack.ts. */
export default ({ claim, calendar }: { claim: ClaimRecord; calendar: CalendarChoice }): Promise<Buffer> =>
  buffer(claimPdf(claim, calendar));
