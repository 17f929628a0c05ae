import { buffer } from 'node:stream/consumers';
import { claimPdf } from './claim-pdf.ts';
import type { ClaimRecord } from './claims.queries.ts';

/** Draws the letters of claims in the thread of papers: see claim-pack.ts. */
export default (claim: ClaimRecord): Promise<Buffer> => buffer(claimPdf(claim));
