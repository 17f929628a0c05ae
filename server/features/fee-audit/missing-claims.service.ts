import { riyadhDay } from '@mizan/contract/business-day.ts';
import type { FeeClaimDetail } from '@mizan/contract/fee-claims.ts';
import type * as contract from '@mizan/contract/missing-claims.ts';
import { type MissingClaimPreview, missingClaimLimits } from '@mizan/contract/missing-claims.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { inTenant, type Tx } from '../../platform/database/database.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { holdOpen } from '../expectations/expectations.service.ts';
import { type AuditBank, isJudging, selectAuditBanks } from './audit.queries.ts';
import { lettersOf } from './claim-letters.ts';
import { type ClaimsDeps, recordClaim } from './claim-record.service.ts';
import type { SaidOfClaim } from './claim-said.ts';
import { type Claimant, claimantOf, selectFilesOf } from './claims.queries.ts';
import {
  type ClaimableMissing,
  missingGroups,
  netOf,
  type SortedMissing,
  sortedMissing,
} from './missing-book.ts';
import {
  insertMissingLines,
  type MissingPayment,
  type MissingScope,
  selectArrived,
  selectMissing,
  selectUnmatched,
  selectWithoutFile,
} from './missing-claims.queries.ts';

/** Claims of payments that a bank never paid (docs/decisions/0285-claims-of-missing-money.md). */

type Asked = Omit<RouteInput<typeof contract.previewMissingClaim>['query'], 'bankId' | 'calendar'>;

interface Found {
  banks: AuditBank[];
  sorted: SortedMissing;
  isWorking: boolean;
  scope: MissingScope;
}

/** @throws Failure 'tooLarge' */
async function found(tx: Tx, { currency, from, to, ...asked }: Asked, now: Date): Promise<Found> {
  const scope: MissingScope = {
    today: riyadhDay(now),
    currency,
    from,
    to,
    scheme: asked.scheme ?? null,
    branchId: asked.branchId ?? null,
    terminalId: asked.terminalId ?? null,
  };
  const { linesMax } = missingClaimLimits;
  const [banks, payments, arrived, unmatched, isWorking] = await Promise.all([
    selectAuditBanks(tx),
    selectMissing(tx, scope, linesMax + 1),
    selectArrived(tx, scope),
    selectUnmatched(tx, scope),
    isJudging(tx),
  ]);
  if (payments.length > linesMax)
    throw new Failure('tooLarge', 'The days have more missing payments than one claim takes.', { linesMax });
  return { banks, sorted: sortedMissing(payments, arrived, unmatched), isWorking, scope };
}

const ofBank = <T extends MissingPayment>(payments: readonly T[], bankId: string): T[] =>
  payments.filter((payment) => payment.bankId === bankId);

const figuresOf = (lines: readonly ClaimableMissing[]) => ({
  count: lines.length,
  feeMinor: null,
  vatMinor: null,
  claimedMinor: netOf(lines),
});

async function saidOf(
  tx: Tx,
  claimant: Claimant,
  bank: AuditBank,
  lines: readonly ClaimableMissing[],
): Promise<SaidOfClaim> {
  const files = await selectFilesOf(tx, [
    ...new Set(lines.flatMap(({ bankFileId }) => (bankFileId === null ? [] : [bankFileId]))),
  ]);
  return {
    merchant: { nameEn: claimant.nameEn, nameAr: claimant.nameAr, cr: claimant.cr },
    bank: { nameEn: bank.nameEn, nameAr: bank.nameAr, iban: bank.iban },
    groups: [],
    missing: missingGroups(lines),
    files: files.map(({ id, name, sha256 }) => ({ id, name, sha256 })),
  };
}

const leftOut = (payments: readonly MissingPayment[], minorOf = netOf) => ({
  count: payments.length,
  netMinor: minorOf(payments),
});
const grossOf = (payments: readonly MissingPayment[]): number =>
  payments.reduce((sum, { grossMinor }) => sum + grossMinor, 0);

const named = ({ id, nameEn, nameAr }: AuditBank) => ({ id, nameEn, nameAr });

/** Those that owe something that can be claimed, the one that owes most first. */
const banksOf = ({ banks, sorted: { free } }: Found): MissingClaimPreview['banks'] =>
  banks
    .map((bank) => {
      const { count, claimedMinor } = figuresOf(ofBank(free, bank.id));
      return { ...named(bank), count, claimedMinor };
    })
    .filter(({ claimedMinor }) => claimedMinor > 0)
    .toSorted((a, b) => b.claimedMinor - a.claimedMinor);

/** @throws Failure 'notFound' of the bank; 'tooLarge' */
export async function previewMissing(
  { db, clock }: ClaimsDeps,
  { merchantId }: Member,
  { bankId: askedBank, calendar, ...asked }: RouteInput<typeof contract.previewMissingClaim>['query'],
): Promise<MissingClaimPreview> {
  const claimant = await claimantOf(db, merchantId);
  return inTenant(db, merchantId, async (tx) => {
    const all = await found(tx, asked, clock.now());
    const banks = banksOf(all);
    const { sorted } = all;
    const bankId = askedBank ?? banks[0]?.id ?? sorted.claimedBefore[0]?.bankId;
    const bank = all.banks.find(({ id }) => id === bankId) ?? null;
    if (askedBank !== undefined && bank === null) throw notFound();
    const of = <T extends MissingPayment>(payments: readonly T[]): T[] =>
      bank ? ofBank(payments, bank.id) : [...payments];
    const [lines, before] = [of(sorted.free), of(sorted.claimedBefore)];
    const claims = new Map(before.map(({ claimId, claimName }) => [claimId ?? '', claimName ?? '']));
    // Sums know no terminal, so nothing is said of one.
    const without = all.scope.terminalId === null ? await selectWithoutFile(tx, all.scope) : [];
    const withoutFile = without.filter((each) => bank === null || each.bankId === bank.id);
    const figures = { ...figuresOf(lines), currency: asked.currency, from: asked.from, to: asked.to };
    const said = bank && lines.length > 0 ? await saidOf(tx, claimant, bank, lines) : null;
    return {
      banks,
      bank: bank && named(bank),
      count: figures.count,
      claimedMinor: figures.claimedMinor,
      groups: said?.missing ?? [],
      fileCount: said?.files.length ?? 0,
      claimedBefore: { ...leftOut(before), claims: [...claims].map(([id, name]) => ({ id, name })) },
      waits: leftOut(of(sorted.waits)),
      withoutRate: leftOut(of(sorted.withoutRate), grossOf),
      mayHaveArrived: leftOut(of(sorted.mayHaveArrived)),
      withoutFile: {
        count: withoutFile.reduce((sum, { count }) => sum + count, 0),
        netMinor: withoutFile.reduce((sum, { netMinor }) => sum + netMinor, 0),
      },
      letters: said && lettersOf('MISSING', { said, figures }, calendar),
      isWorking: all.isWorking,
    };
  });
}

/** @throws Failure 'notFound' of the bank; otherwise as `recordClaim` */
export const makeMissing = (
  deps: ClaimsDeps,
  by: Member,
  body: RouteInput<typeof contract.makeMissingClaim>['body'],
): Promise<FeeClaimDetail> =>
  recordClaim(deps, by, 'MISSING', body, async (tx, claimant) => {
    const all = await found(tx, body, deps.clock.now());
    const bank = all.banks.find(({ id }) => id === body.bankId);
    if (!bank) throw notFound();
    const wanted = ofBank(all.sorted.free, bank.id);
    // Whoever accepts that one is never paid comes before this claim or after it.
    const open = await holdOpen(
      tx,
      wanted.map(({ transactionId }) => transactionId),
    );
    const lines = wanted.filter(({ transactionId }) => open.has(transactionId));
    return {
      bankId: bank.id,
      isWorking: all.isWorking,
      figures: figuresOf(lines),
      said: () => saidOf(tx, claimant, bank, lines),
      insertLines: (id) => insertMissingLines(tx, id, lines),
    };
  });
