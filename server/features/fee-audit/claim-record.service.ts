import { createHash } from 'node:crypto';
import { riyadhDay } from '@mizan/contract/business-day.ts';
import type { FeeClaimDetail, FeeClaimKind, FeeClaimRow } from '@mizan/contract/fee-claims.ts';
import type { Currency } from '@mizan/contract/money.ts';
import type { CalendarChoice } from '@mizan/contract/preferences.ts';
import { refuseOther } from '../../platform/asked-again.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { isJudging } from './audit.queries.ts';
import { lettersOf } from './claim-letters.ts';
import type { ClaimedRentRow, ClaimFigures, SaidOfClaim } from './claim-said.ts';
import {
  type Claimant,
  type ClaimNow,
  type ClaimRecord,
  claimantOf,
  insertClaim,
  lockClaims,
  nextNumber,
  selectClaim,
  selectClaimNow,
  selectClaimOfRequest,
  selectFilesOf,
} from './claims.queries.ts';
import { selectMissingNow } from './missing-claims.queries.ts';
import { rentsIn } from './rents.service.ts';

/** Claims of any kind: kept as they were made, and never sent by the portal. */
export interface ClaimsDeps {
  readonly db: Database;
  readonly clock: Clock;
}

export const refused = (reason: string): Failure => new Failure('conflict', reason, { reason });

export const onWire = ({ said, bankId, madeAt, ...claim }: ClaimRecord): FeeClaimRow => ({
  ...claim,
  bank: { id: bankId, nameEn: said.bank.nameEn, nameAr: said.bank.nameAr },
  madeAt: madeAt.toISOString(),
});

const nothingNow = { goneCount: 0, otherChargeCount: 0, otherAgreedCount: 0, acceptedCount: 0, overMinor: 0 };

/** What is otherwise today, by the kind of the claim. */
async function nowOf(
  tx: Tx,
  claim: ClaimRecord,
): Promise<Pick<FeeClaimDetail, 'now' | 'missingNow' | 'changedCount'>> {
  const { id, kind } = claim;
  if (kind === 'MISSING') {
    const now = await selectMissingNow(tx, id);
    const { arrivedCount, notOwedCount, acceptedCount, otherNetCount } = now;
    const changedCount = arrivedCount + notOwedCount + acceptedCount + otherNetCount;
    return { now: nothingNow, missingNow: now, changedCount };
  }
  const now = kind === 'RENTS' ? await rentsNow(tx, claim) : await selectClaimNow(tx, id);
  return {
    now,
    missingNow: null,
    changedCount: now.goneCount + now.otherChargeCount + now.otherAgreedCount,
  };
}

const keyOf = ({ bankId, kind, month, currency, tid }: AuditedKey): string =>
  [bankId, kind, month, currency, tid].join(' ');
type AuditedKey = Pick<ClaimedRentRow, 'bankId' | 'kind' | 'month' | 'currency' | 'tid'>;

/** What files and agreements say today of the terminals and months of a claim. */
async function rentsNow(tx: Tx, { from, to, said: { rents = [] } }: ClaimRecord): Promise<ClaimNow> {
  const audited = new Map((await rentsIn(tx, { from, to })).rows.map((row) => [keyOf(row), row]));
  const now: ClaimNow = { ...nothingNow };
  for (const row of rents) {
    const today = audited.get(keyOf(row));
    if (!today || today.differenceMinor <= 0) now.goneCount += 1;
    else {
      now.overMinor += today.differenceMinor;
      if (today.chargedMinor !== row.chargedMinor) now.otherChargeCount += 1;
      else if (today.agreedMinor !== row.agreedMinor) now.otherAgreedCount += 1;
    }
  }
  return now;
}

export async function detailOf(
  tx: Tx,
  claim: ClaimRecord,
  calendar: CalendarChoice = 'gregorian',
): Promise<FeeClaimDetail> {
  const { groups, files, missing = [] } = claim.said;
  const [there, now, isWorking] = await Promise.all([
    selectFilesOf(
      tx,
      files.map(({ id }) => id),
    ),
    nowOf(tx, claim),
    isJudging(tx),
  ]);
  return {
    ...onWire(claim),
    groups,
    missing,
    files: files.map((file) => ({
      ...file,
      isThere: there.find(({ id }) => id === file.id)?.isThere ?? false,
    })),
    ...now,
    isWorking,
    letters: lettersOf(claim.kind, { said: claim.said, figures: claim }, calendar),
  };
}

/** @throws Failure 'notFound' */
export async function claimOf(tx: Tx, id: string): Promise<ClaimRecord> {
  const claim = await selectClaim(tx, id);
  if (!claim) throw notFound();
  return claim;
}

export const told = (claim: ClaimRecord) => ({
  claimName: claim.name,
  bankName: claim.said.bank.nameEn,
  amountMinor: claim.claimedMinor,
  currency: claim.currency,
});

interface AskedClaim {
  requestId: string;
  currency: Currency;
  from: string;
  to: string;
  count: number;
  claimedMinor: number;
}

/** Of everything that was asked for: one attempt asks for one thing. */
const askedOf = ({ userId }: Member, { requestId: _id, ...asked }: AskedClaim): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([userId, Object.entries(asked).toSorted(([a], [b]) => (a < b ? -1 : 1))]))
    .digest();

/** What can be claimed at this moment, within the transaction that claims it. */
interface FoundToClaim {
  bankId: string;
  isWorking: boolean;
  figures: Pick<ClaimFigures, 'count' | 'feeMinor' | 'vatMinor' | 'claimedMinor'>;
  said: () => Promise<SaidOfClaim>;
  insertLines: (claimId: string) => Promise<number>;
}

/**
 * Keeps a claim of what was on the screen. Claims of a merchant are made one after the other, so that the second of two finds the
 * lines taken. The same `requestId` again answers with what the first made.
 * @throws Failure 'conflict' 'working' while files are judged, 'changed' where the figures are others, 'otherRequest' where the id
 *   of an earlier attempt comes with another body; and what `find` throws
 */
export async function recordClaim(
  { db, clock }: ClaimsDeps,
  by: Member,
  kind: FeeClaimKind,
  body: AskedClaim,
  find: (tx: Tx, claimant: Claimant) => Promise<FoundToClaim>,
): Promise<FeeClaimDetail> {
  const claimant = await claimantOf(db, by.merchantId);
  return inTenant(db, by.merchantId, async (tx) => {
    await lockClaims(tx);
    const made = await selectClaimOfRequest(tx, body.requestId);
    const askedSha256 = askedOf(by, body);
    if (made) {
      refuseOther(made.askedSha256, askedSha256);
      if (made.kind !== kind) throw refused('otherRequest');
      return detailOf(tx, made);
    }
    const { bankId, isWorking, figures, said, insertLines } = await find(tx, claimant);
    if (isWorking) throw refused('working');
    if (figures.count !== body.count || figures.claimedMinor !== body.claimedMinor) throw refused('changed');
    const at = clock.now();
    const year = Number(riyadhDay(at).slice(0, 4));
    const number = await nextNumber(tx, year);
    const { requestId, currency, from, to } = body;
    const id = await insertClaim(tx, {
      requestId,
      askedSha256,
      kind,
      year,
      number,
      name: `CLM-${year}-${String(number).padStart(4, '0')}`,
      bankId,
      currency,
      from,
      to,
      ...figures,
      said: await said(),
      at,
      by,
    });
    await insertLines(id);
    const claim = await claimOf(tx, id);
    await happened(tx, by, {
      fact: 'feeClaims.made',
      at,
      about: { type: 'feeClaim', id },
      params: { ...told(claim), linesCount: claim.count },
    });
    return detailOf(tx, claim);
  });
}
