import type { FeeClaimDetail } from '@mizan/contract/fee-claims.ts';
import type * as contract from '@mizan/contract/rents.ts';
import type { AuditedRent } from '@mizan/contract/rents.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { selectAuditBanks } from './audit.queries.ts';
import { type ClaimsDeps, recordClaim } from './claim-record.service.ts';
import type { ClaimedRentRow } from './claim-said.ts';
import { selectFilesOf } from './claims.queries.ts';
import { insertRentClaimLines } from './rents.queries.ts';
import { rentsIn } from './rents.service.ts';

/** Claims of rents and monthly fees (docs/decisions/0286-a-rent-is-claimed-once.md). */

/** What of a row is in no claim yet. */
const claimedRow = (row: AuditedRent): ClaimedRentRow => ({
  bankId: row.bankId,
  kind: row.kind,
  month: row.month,
  currency: row.currency,
  tid: row.tid,
  terminalCount: row.terminalCount,
  lineCount: row.lineCount,
  chargedMinor: row.chargedMinor,
  agreedMinor: row.agreedMinor,
  differenceMinor: row.differenceMinor,
  finding: row.finding,
  files: row.files,
  overMinor: row.differenceMinor - row.claimedMinor,
});

/** @throws Failure 'notFound' of the bank; 'tooLarge' as for the audit; otherwise as `recordClaim` */
export const makeRentClaim = (
  deps: ClaimsDeps,
  by: Member,
  { from, to, ...asked }: RouteInput<typeof contract.makeRentClaim>['body'],
): Promise<FeeClaimDetail> =>
  recordClaim(deps, by, 'RENTS', { ...asked, from, to, currency: 'SAR' }, async (tx, claimant) => {
    const bank = (await selectAuditBanks(tx)).find(({ id }) => id === asked.bankId);
    if (!bank) throw notFound();
    const audit = await rentsIn(tx, { from, to });
    const rents = audit.rows
      .filter((row) => row.bankId === bank.id && row.isClaimable)
      .map((row) => claimedRow(row));
    const { nameEn, nameAr, cr } = claimant;
    return {
      bankId: bank.id,
      isWorking: audit.isWorking,
      figures: {
        count: rents.length,
        feeMinor: null,
        vatMinor: null,
        claimedMinor: rents.reduce((sum, { overMinor }) => sum + overMinor, 0),
      },
      said: async () => {
        const ids = new Set(rents.flatMap(({ files }) => files.map(({ id }) => id)));
        const files = await selectFilesOf(tx, [...ids]);
        return {
          merchant: { nameEn, nameAr, cr },
          bank: { nameEn: bank.nameEn, nameAr: bank.nameAr, iban: bank.iban },
          groups: [],
          rents,
          files: files.map(({ id, name, sha256 }) => ({ id, name, sha256 })),
        };
      },
      insertLines: (id) =>
        insertRentClaimLines(
          tx,
          id,
          rents.map(({ bankId, kind, month, tid, overMinor }) => ({
            bankId,
            kind,
            month,
            tid: tid ?? '',
            overMinor,
          })),
        ),
    };
  });
