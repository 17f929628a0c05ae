import type {
  addBank as addRoute,
  changeBank as changeRoute,
  setCutoff as cutoffRoute,
  listBanks as listRoute,
} from '@mizan/contract/banks.ts';
import { banksMax, datedMax } from '@mizan/contract/banks.ts';
import { riyadhDay } from '@mizan/contract/business-day.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { standsAlready } from '../../../platform/as-seen.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Database, inTenant, type Tx } from '../../../platform/database/database.ts';
import { violates } from '../../../platform/database/violates.ts';
import { happened } from '../../../platform/facts/facts.ts';
import { Failure, notFound } from '../../../platform/failure.ts';
import type { Member } from '../../../platform/http/call.ts';
import {
  lockBanks,
  type NamedBank,
  selectBanks,
  selectCutoffs,
  selectPlaces,
  updateBank,
  upsertCutoff,
} from '../banks.queries.ts';
import { addFurtherBank, begunDay } from '../banks.service.ts';
import { countWithoutBank, selectTerminals } from './manage-banks.queries.ts';

export interface BanksDeps {
  readonly db: Database;
  readonly clock: Clock;
}

/** Refused for a reason that the screen has words for. */
export const refused = (reason: string): Failure => new Failure('conflict', reason, { reason });

/** The bank of a list that was locked. @throws Failure 'notFound' */
export function bankIn(banks: readonly NamedBank[], id: string): NamedBank {
  const bank = banks.find((each) => each.id === id);
  if (!bank) throw notFound();
  return bank;
}

/** What is said from a day on must be said before that day begins. @throws Failure 'conflict', 'dayBegun' */
export function assertNotBegun(day: string, now: Date): void {
  if (day <= begunDay(now)) throw refused('dayBegun');
}

/** The banks with their cut-offs, and with which each terminal is. */
export const listBanks = (
  { db, clock }: BanksDeps,
  { merchantId }: Member,
): Promise<RouteOutput<typeof listRoute>> =>
  inTenant(db, merchantId, async (tx) => {
    const [banks, cutoffs, places, terminals, without] = await Promise.all([
      selectBanks(tx),
      selectCutoffs(tx),
      selectPlaces(tx),
      selectTerminals(tx),
      countWithoutBank(tx),
    ]);
    return {
      today: riyadhDay(clock.now()),
      banks: banks.map(({ id, nameEn, nameAr, code, iban }) => ({
        id,
        nameEn,
        nameAr,
        code,
        iban,
        cutoffs: cutoffs
          .filter(({ bankId }) => bankId === id)
          .map(({ validFrom, cutoff }) => ({ validFrom, cutoff })),
      })),
      terminals: terminals.map((terminal) => ({
        ...terminal,
        places: places
          .filter(({ terminalId }) => terminalId === terminal.id)
          .map(({ scheme, validFrom, bankId }) => ({ scheme: scheme as never, validFrom, bankId })),
        withoutBank: without.find(({ terminalId }) => terminalId === terminal.id)?.count ?? 0,
      })),
    };
  });

const keys = ['name_en', 'name_ar', 'iban'] as const;
/** Names and IBANs are told apart by the database, so that two who add the same at once do not both succeed. */
async function unlessTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const taken = keys.find((key) => violates(error, `banks_merchant_id_${key}_key`));
    throw taken ? refused(taken === 'iban' ? 'ibanTaken' : 'nameTaken') : error;
  }
}

/** @throws Failure 'conflict': 'nameTaken', 'ibanTaken', 'tooMany' */
export const addBank = (
  { db, clock }: BanksDeps,
  by: Member,
  wanted: RouteInput<typeof addRoute>['body'],
): Promise<{ id: string }> =>
  unlessTaken(
    inTenant(db, by.merchantId, async (tx) => {
      if ((await lockBanks(tx)).length >= banksMax) throw refused('tooMany');
      const at = clock.now();
      const id = await addFurtherBank(tx, by.merchantId, { ...wanted, at });
      await happened(tx, by, {
        fact: 'banks.added',
        at,
        about: { type: 'bank', id },
        params: { bankName: wanted.nameEn, iban: wanted.iban, cutoff: wanted.cutoff },
      });
      return { id };
    }),
  );

/** @throws Failure 'notFound'; 'conflict': 'nameTaken', 'ibanTaken', 'changedMeanwhile' */
export const changeBank = (
  { db, clock }: BanksDeps,
  by: Member,
  id: string,
  { seen, ...wanted }: RouteInput<typeof changeRoute>['body'],
): Promise<{ id: string }> =>
  unlessTaken(
    inTenant(db, by.merchantId, async (tx) => {
      const before = bankIn(await lockBanks(tx), id);
      const { nameEn, nameAr, code, iban } = before;
      if (standsAlready({ nameEn, nameAr, code, iban }, wanted, seen)) return { id };
      await updateBank(tx, { id, ...wanted });
      await happened(tx, by, {
        fact: 'banks.changed',
        at: clock.now(),
        about: { type: 'bank', id },
        params: { bankName: wanted.nameEn, iban: wanted.iban },
        was: { bankName: before.nameEn, iban: before.iban },
      });
      return { id };
    }),
  );

async function assertRoom(tx: Tx, bankId: string): Promise<void> {
  const own = (await selectCutoffs(tx)).filter((each) => each.bankId === bankId);
  if (own.length >= datedMax) throw refused('tooMany');
}

/** @throws Failure 'notFound'; 'conflict': 'dayBegun' */
export const setCutoff = (
  { db, clock }: BanksDeps,
  by: Member,
  id: string,
  { cutoff, validFrom }: RouteInput<typeof cutoffRoute>['body'],
): Promise<{ id: string }> =>
  inTenant(db, by.merchantId, async (tx) => {
    const bank = bankIn(await lockBanks(tx), id);
    const at = clock.now();
    assertNotBegun(validFrom, at);
    await assertRoom(tx, id);
    await upsertCutoff(tx, { bankId: id, validFrom, cutoff });
    await happened(tx, by, {
      fact: 'banks.cutoffSet',
      at,
      about: { type: 'bank', id },
      params: { bankName: bank.nameEn, cutoff, validFrom },
    });
    return { id };
  });
