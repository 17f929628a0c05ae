import { riyadhDay } from '@mizan/contract/business-day.ts';
import type * as contract from '@mizan/contract/fee-claims.ts';
import { type FeeClaimDetail, feeClaimCan } from '@mizan/contract/fee-claims.ts';
import { readCursor, writeCursor } from '@mizan/contract/page.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { inTenant, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { decidedAnew } from '../expectations/expectations.service.ts';
import { type AuditBank, isJudging, selectAuditBanks } from './audit.queries.ts';
import { differingLines } from './audit.service.ts';
import type { JudgedLine } from './audit-book.ts';
import { isAskedFor } from './audit-lines.ts';
import { lettersOf } from './claim-letters.ts';
import {
  type ClaimsDeps,
  claimOf,
  detailOf,
  onWire,
  recordClaim,
  refused,
  told,
} from './claim-record.service.ts';
import { claimFigures, claimGroups, type SaidOfClaim } from './claim-said.ts';
import {
  type Claimant,
  type ClaimRecord,
  claimantOf,
  hasDeposit,
  insertClaimLines,
  lockClaims,
  selectClaims,
  selectFilesOf,
  updateAnswered,
  updateSent,
  updateWithdrawn,
} from './claims.queries.ts';
import { selectPaymentsOf } from './missing-claims.queries.ts';

/** Claims of what a bank charged more than agreed, and what becomes of any claim. */

/** What a claim would hold now. */
interface Claimable {
  bank: AuditBank;
  lines: JudgedLine[];
  claimedBefore: JudgedLine[];
  isWorking: boolean;
}
type Asked = Omit<RouteInput<typeof contract.previewFeeClaim>['query'], 'calendar'>;

/** @throws Failure 'notFound' of the bank, 'tooLarge' as for the audit */
async function claimable(tx: Tx, asked: Asked): Promise<Claimable> {
  const bank = (await selectAuditBanks(tx)).find(({ id }) => id === asked.bankId);
  if (!bank) throw notFound();
  const [{ lines }, judging] = await Promise.all([differingLines(tx, asked, [bank.id]), isJudging(tx)]);
  const over = lines.filter(isAskedFor({ ...asked, side: 'over' }));
  const free = over.filter(({ claim }) => claim === null);
  return {
    bank,
    lines: free,
    claimedBefore: over.filter(({ claim }) => claim !== null),
    // The portal's figures are no longer those of the verdict: its file is about to be judged again.
    isWorking: judging || free.some(({ isSettled }) => !isSettled),
  };
}

async function saidOf(tx: Tx, claimant: Claimant, { bank, lines }: Claimable): Promise<SaidOfClaim> {
  const files = await selectFilesOf(tx, [...new Set(lines.map(({ bankFileId }) => bankFileId))]);
  return {
    merchant: { nameEn: claimant.nameEn, nameAr: claimant.nameAr, cr: claimant.cr },
    bank: { nameEn: bank.nameEn, nameAr: bank.nameAr, iban: bank.iban },
    groups: claimGroups(lines),
    files: files.map(({ id, name, sha256 }) => ({ id, name, sha256 })),
  };
}

export async function previewClaim(
  { db }: ClaimsDeps,
  { merchantId }: Member,
  { calendar, ...asked }: RouteInput<typeof contract.previewFeeClaim>['query'],
): Promise<RouteOutput<typeof contract.previewFeeClaim>> {
  const claimant = await claimantOf(db, merchantId);
  return inTenant(db, merchantId, async (tx) => {
    const found = await claimable(tx, asked);
    const said = await saidOf(tx, claimant, found);
    const figures = {
      ...claimFigures(found.lines),
      currency: asked.currency,
      from: asked.from,
      to: asked.to,
    };
    const { count, feeMinor, vatMinor, claimedMinor } = figures;
    const accepted = found.lines.filter(({ isAccepted }) => isAccepted);
    return {
      bank: { id: found.bank.id, nameEn: found.bank.nameEn, nameAr: found.bank.nameAr },
      count,
      feeMinor,
      vatMinor,
      claimedMinor,
      groups: said.groups,
      fileCount: said.files.length,
      claimedBeforeCount: found.claimedBefore.length,
      claimedBeforeMinor: claimFigures(found.claimedBefore).claimedMinor,
      acceptedCount: accepted.length,
      acceptedMinor: claimFigures(accepted).claimedMinor,
      letters: lettersOf('FEES', { said, figures }, calendar),
      isWorking: found.isWorking,
    };
  });
}

export const listClaims = (
  { db }: ClaimsDeps,
  { merchantId }: Member,
  { cursor, limit }: RouteInput<typeof contract.listFeeClaims>['query'],
): Promise<RouteOutput<typeof contract.listFeeClaims>> =>
  inTenant(db, merchantId, async (tx) => {
    const after = cursor === undefined ? null : readCursor(cursor);
    const found = await selectClaims(tx, { after, limit: limit + 1 });
    const rows = found.slice(0, limit);
    const last = found.length > limit ? rows.at(-1) : undefined;
    return { rows: rows.map(onWire), nextCursor: last ? writeCursor(last.madeAt, last.id) : null };
  });

export const getClaim = (
  { db }: ClaimsDeps,
  { merchantId }: Member,
  id: string,
  { calendar }: RouteInput<typeof contract.getFeeClaim>['query'],
): Promise<FeeClaimDetail> =>
  inTenant(db, merchantId, async (tx) => detailOf(tx, await claimOf(tx, id), calendar));

/**
 * Claims what was on the screen. The same `requestId` again answers with what the first made.
 * @throws Failure 'notFound' of the bank; otherwise as `recordClaim`
 */
export const makeClaim = (
  deps: ClaimsDeps,
  by: Member,
  body: RouteInput<typeof contract.makeFeeClaim>['body'],
): Promise<FeeClaimDetail> =>
  recordClaim(deps, by, 'FEES', body, async (tx, claimant) => {
    const found = await claimable(tx, body);
    return {
      bankId: found.bank.id,
      isWorking: found.isWorking,
      figures: claimFigures(found.lines),
      said: () => saidOf(tx, claimant, found),
      insertLines: (id) => insertClaimLines(tx, id, found.lines),
    };
  });

/** One step with a claim, which is this transaction's alone. A repeat of what is on record changes nothing. */
const step = (
  { db, clock }: ClaimsDeps,
  by: Member,
  id: string,
  work: (tx: Tx, claim: ClaimRecord, at: Date) => Promise<void>,
): Promise<FeeClaimDetail> =>
  inTenant(db, by.merchantId, async (tx) => {
    await lockClaims(tx);
    await work(tx, await claimOf(tx, id), clock.now());
    return detailOf(tx, await claimOf(tx, id));
  });

/** @throws Failure 'notFound'; 'conflict' 'state', or 'future' for a day that has not come */
export const sendClaim = (
  deps: ClaimsDeps,
  by: Member,
  id: string,
  { sentOn, bankReference }: RouteInput<typeof contract.sendFeeClaim>['body'],
): Promise<FeeClaimDetail> =>
  step(deps, by, id, async (tx, claim, at) => {
    if (!feeClaimCan.send.includes(claim.state)) throw refused('state');
    if (claim.sentOn === sentOn && claim.bankReference === bankReference) return;
    if (sentOn > riyadhDay(at)) throw refused('future');
    await updateSent(tx, id, sentOn, bankReference);
    await happened(tx, by, {
      fact: 'feeClaims.sent',
      at,
      about: { type: 'feeClaim', id },
      params: { ...told(claim), sentOn, reference: bankReference },
    });
  });

/** @throws Failure 'notFound' of the claim or the deposit; 'conflict' 'state', 'future', or 'beforeSent' */
export const answerClaim = (
  deps: ClaimsDeps,
  by: Member,
  id: string,
  answer: RouteInput<typeof contract.answerFeeClaim>['body'],
): Promise<FeeClaimDetail> =>
  step(deps, by, id, async (tx, claim, at) => {
    const { answeredOn, paidMinor, depositId, note } = answer;
    if (!feeClaimCan.answer.includes(claim.state)) throw refused('state');
    const isSame =
      claim.answeredOn === answeredOn &&
      claim.paidMinor === paidMinor &&
      claim.depositId === depositId &&
      claim.answerNote === note;
    if (isSame) return;
    if (answeredOn > riyadhDay(at)) throw refused('future');
    if (claim.sentOn !== null && answeredOn < claim.sentOn) throw refused('beforeSent');
    if (depositId !== null && !(await hasDeposit(tx, depositId, claim))) throw notFound();
    await updateAnswered(tx, id, answer);
    await happened(tx, by, {
      fact: 'feeClaims.answered',
      at,
      about: { type: 'feeClaim', id },
      params: { ...told(claim), answeredOn, paidMinor, note },
    });
    await decidedAnew(tx, await selectPaymentsOf(tx, id));
  });

/** @throws Failure 'notFound'; 'conflict' 'state' of one that was answered */
export const withdrawClaim = (deps: ClaimsDeps, by: Member, id: string): Promise<FeeClaimDetail> =>
  step(deps, by, id, async (tx, claim, at) => {
    if (claim.state === 'WITHDRAWN') return;
    if (!feeClaimCan.withdraw.includes(claim.state)) throw refused('state');
    await updateWithdrawn(tx, id, at);
    await happened(tx, by, {
      fact: 'feeClaims.withdrawn',
      at,
      about: { type: 'feeClaim', id },
      params: told(claim),
    });
    await decidedAnew(tx, await selectPaymentsOf(tx, id));
  });
