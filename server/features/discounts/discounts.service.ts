import { type AgreedScheme, agreedSchemes } from '@mizan/contract/banks.ts';
import {
  type addRate as addRoute,
  listMerchantRates,
  type listDiscounts as listRoute,
  ratesMax,
} from '@mizan/contract/discounts.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { ownVat, type VatFrom, vatOn } from '@mizan/contract/vat.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { violates } from '../../platform/database/violates.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { settingOf } from '../../platform/settings/settings.ts';
import { keptVat, vatRates } from '../../platform/settings/vat.ts';
import { type BankToday, banksToday, closedSpans } from '../banks/banks.service.ts';
import { merchantOf } from '../merchants/merchants.service.ts';
import { otherHolders } from '../users/users.service.ts';
import {
  insertRate,
  type KeptRate,
  type NewRate,
  selectRates,
  updateWithdrawn,
} from './discounts.queries.ts';
import { selectRestatements } from './restatements.queries.ts';

export type { NewRate } from './discounts.queries.ts';

export interface DiscountsDeps {
  readonly db: Database;
  readonly clock: Clock;
}

/** A rate as it is kept: a VAT that is the law's of its first day follows the law. */
export const asKept = async <R extends NewRate>(tx: Tx, rate: R) => ({
  ...rate,
  ownVatBps: await keptVat(tx, rate.validFrom, rate.vatBps),
});

/** Adds a rate that was agreed, without a look at its day: for what was so before Mizan. As the platform. */
export const addRate = async (tx: Tx, merchantId: string, rate: NewRate): Promise<void> =>
  void (await insertRate(tx, merchantId, await asKept(tx, rate)));

/** Refused for a reason that the screen has words for. */
export const refused = (reason: string): Failure => new Failure('conflict', reason, { reason });

const isAgreed = (scheme: string): scheme is AgreedScheme =>
  (agreedSchemes as readonly string[]).includes(scheme);

/** A rate as facts tell it. */
export const toldRate = (
  bankName: string,
  rate: Omit<NewRate, 'vatBps'> & { ownVatBps: number | null },
  vat: readonly VatFrom[],
) => ({
  bankName,
  scheme: rate.scheme,
  validFrom: rate.validFrom,
  mdrBps: rate.mdrBps,
  vatBps: rate.ownVatBps ?? vatOn(vat, rate.validFrom),
  capLimitMinor: rate.capLimitMinor,
  processingFeeMinor: rate.processingFeeMinor,
  paidWithinDays: rate.paidWithin.days,
  paidWithinKind: rate.paidWithin.kind,
});

/** The bank of a rate. @throws Failure 'notFound' */
export function bankIn(banks: readonly BankToday[], id: string): BankToday {
  const bank = banks.find((each) => each.id === id);
  if (!bank) throw notFound();
  return bank;
}

const onWire = ({ addedAt, withdrawnAt, ...rate }: KeptRate, vat: readonly VatFrom[]) => ({
  ...rate,
  vatBps: rate.ownVatBps ?? vatOn(vat, rate.validFrom),
  scheme: rate.scheme as AgreedScheme,
  addedAt: addedAt.toISOString(),
  withdrawnAt: withdrawnAt?.toISOString() ?? null,
});

/** Every rate with its history, the corrections, and what a screen reckons due days by. */
export const listDiscounts = (
  { db, clock }: DiscountsDeps,
  { merchantId, userId }: Member,
): Promise<RouteOutput<typeof listRoute>> =>
  inTenant(db, merchantId, async (tx) => {
    const [banks, rates, vat, proposals, restatements, closed, otherApprovers] = await Promise.all([
      banksToday(tx, clock.now()),
      selectRates(tx),
      vatRates(tx),
      settingOf(tx, 'rateProposals'),
      selectRestatements(tx),
      closedSpans(tx),
      otherHolders(tx, merchantId, userId, 'agreements.change'),
    ]);
    return {
      banks: banks.map(({ id, nameEn, nameAr, today, firstDay }) => ({
        id,
        nameEn,
        nameAr,
        today,
        firstDay,
      })),
      rates: rates.map((rate) => onWire(rate, vat)),
      vat,
      proposals,
      restatements: restatements.map((row) => ({
        ...row,
        askedAt: row.askedAt.toISOString(),
        decidedAt: row.decidedAt?.toISOString() ?? null,
      })),
      closed,
      otherApprovers,
    };
  });

/**
 * What holds and what begins later, as an administrator sees it: nothing that was withdrawn, and of what began the newest of
 * each bank and scheme. @throws Failure 'notFound'
 */
export async function ratesOfMerchant(
  { db, clock }: DiscountsDeps,
  merchantId: string,
): Promise<RouteOutput<typeof listMerchantRates>> {
  if (!(await merchantOf(db, merchantId))) throw notFound();
  return inTenant(db, merchantId, async (tx) => {
    const [banks, rates] = await Promise.all([banksToday(tx, clock.now()), selectRates(tx)]);
    const todayOf = new Map(banks.map(({ id, today }) => [id, today]));
    const begun = new Set<string>();
    const shown = rates.filter(({ bankId, scheme, validFrom, withdrawnAt }) => {
      if (withdrawnAt !== null) return false;
      const whose = `${bankId} ${scheme}`;
      if (validFrom > (todayOf.get(bankId) ?? validFrom)) return true;
      if (begun.has(whose)) return false;
      begun.add(whose);
      return true;
    });
    return {
      banks: banks.map(({ id, nameEn, nameAr, today }) => ({ id, nameEn, nameAr, today })),
      rates: shown.map((rate) => listMerchantRates.output.shape.rates.element.parse(rate)),
    };
  });
}

/** A breach of the key is somebody who was faster. */
export async function unlessTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw violates(error, 'discount_rates_of_day') ? refused('taken') : error;
  }
}

/** Room for so many more. @throws Failure 'conflict', 'tooMany' */
export async function assertRoom(tx: Tx, more: number): Promise<void> {
  if ((await selectRates(tx)).length + more > ratesMax) throw refused('tooMany');
}

/** Adds rates that hold from days on that have not begun, each with its entry in the audit log. */
export async function addRates(
  tx: Tx,
  by: Member,
  at: Date,
  rates: readonly NewRate[],
  how: { note: string; importedCount: number | null },
): Promise<string[]> {
  const [banks, vat] = await Promise.all([banksToday(tx, at), vatRates(tx)]);
  await assertRoom(tx, rates.length);
  const ids: string[] = [];
  for (const said of rates) {
    const rate = { ...said, ownVatBps: ownVat(vat, said.validFrom, said.vatBps) };
    const bank = bankIn(banks, rate.bankId);
    if (rate.validFrom < bank.firstDay) throw refused('dayBegun');
    ids.push(await insertRate(tx, by.merchantId, rate, { ...how, by, at }));
    await happened(tx, by, {
      fact: 'discounts.rateAdded',
      at,
      about: { type: 'bank', id: bank.id },
      params: { ...toldRate(bank.nameEn, rate, vat), ...how },
    });
  }
  return ids;
}

/**
 * Adds one rate; payments before its day keep theirs.
 * @throws Failure 'notFound'; 'conflict': 'dayBegun', 'taken' where the day has a rate already, 'tooMany'
 */
export const addOneRate = (
  { db, clock }: DiscountsDeps,
  by: Member,
  { note, ...rate }: RouteInput<typeof addRoute>['body'],
): Promise<{ id: string }> =>
  unlessTaken(
    inTenant(db, by.merchantId, async (tx) => {
      const [id = ''] = await addRates(tx, by, clock.now(), [rate], { note, importedCount: null });
      return { id };
    }),
  );

/** Takes back a rate that has not begun; it stays in the history. @throws Failure 'notFound'; 'conflict', 'dayBegun' */
export const withdrawRate = ({ db, clock }: DiscountsDeps, by: Member, id: string): Promise<{ id: string }> =>
  inTenant(db, by.merchantId, async (tx) => {
    const at = clock.now();
    const rate = (await selectRates(tx)).find((each) => each.id === id);
    if (!rate || !isAgreed(rate.scheme)) throw notFound();
    const bank = bankIn(await banksToday(tx, at), rate.bankId);
    if (rate.withdrawnAt !== null) return { id };
    if (rate.validFrom < bank.firstDay) throw refused('dayBegun');
    if (!(await updateWithdrawn(tx, id, by.fullName, at))) return { id };
    await happened(tx, by, {
      fact: 'discounts.rateWithdrawn',
      at,
      about: { type: 'bank', id: bank.id },
      was: toldRate(bank.nameEn, rate, await vatRates(tx)),
    });
    return { id };
  });
