import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays, riyadhDay, startOfRiyadhDay } from '@mizan/contract/business-day.ts';
import type { SchemeTotals } from '@mizan/contract/terminal-link.ts';
import { addBank, placeTerminal } from '../features/banks/banks.service.ts';
import { addBranch } from '../features/branches/branches.service.ts';
import { addRate, type NewRate } from '../features/discounts/discounts.service.ts';
import { expectMany } from '../features/expectations/expectations.service.ts';
import { addMerchant } from '../features/merchants/merchants.service.ts';
import { addTerminal, assignCashier, givePairingCode } from '../features/terminals/new-terminal.service.ts';
import { makePairingCode } from '../features/terminals/pairing-code.ts';
import { buildRollups } from '../features/transactions/transaction-rollup.service.ts';
import { addUser } from '../features/users/users.service.ts';
import { type Database, inPlatformBulk, platformRows, type Tx } from '../platform/database/database.ts';
import { hashPassword } from '../platform/sessions/passwords.ts';
import { makeDeposits } from './demo-deposits.ts';
import { insertWeekOfHealth, insertWeekOfLines } from './demo-history.queries.ts';
import { hasMerchant, lockDemo } from './demo-made.queries.ts';
import {
  type DemoMerchant,
  demoAdmin,
  demoMerchants,
  demoPassword,
  demoVatBps,
  diyarCoffee,
} from './demo-merchants.ts';
import { insertEvents, insertPayments, insertReview, setLastSeen } from './demo-payments.queries.ts';
import { demoDays, demoPayments, type PlacedTerminal, type RateOf } from './demo-payments.ts';
import { makeReconciliations, totalReconciliations, uncountedTotals } from './demo-reconciliations.ts';
import { demoStories } from './demo-stories.ts';
import { makeVatInvoices } from './demo-vat.ts';
import { makeVendors, vendorOfBrand } from './demo-vendors.ts';

/** The file that `terminal/main.ts --fleet` reads, in the data folder. */
export const fleetFileName = 'terminals.json';

/** One terminal of that file. */
interface FleetEntry {
  tid: string;
  serial: string;
  model: string;
  enrolCode: string;
  madaPackage?: string;
  /** What it and its host have counted since its last night. */
  before: SchemeTotals[];
}

const seed = 20_261_124;
const eventDays = 3;
/** The demo's codes pair simulated devices whenever they are first switched on. */
const pairingCodeDays = 3_650;
const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** The terminal whose line was lost for a quarter of an hour some hours ago. */
const silentTid = '88504871';

interface Making {
  tx: Tx;
  now: Date;
  passwordHash: string;
  fleet: FleetEntry[];
}

/**
 * Makes the demo on the first start: two merchants, their people, terminals, rates and 90 days of payments up
 * to now, and the fleet's file in `dataDir`. A second start keeps what the first one made. All of it is one
 * transaction, so a killed first start leaves nothing half; the file is written before the commit, because
 * without it the terminals could never be switched on. True where it was made now.
 */
export async function makeDemoData(db: Database, dataDir: string, now: Date): Promise<boolean> {
  // Asked before the costly part; the answer that counts is the one under the lock.
  if (await isMade(db)) return false;
  const passwordHash = await hashPassword(demoPassword);
  return inPlatformBulk(db, async (tx) => {
    await lockDemo(tx);
    if (await hasMerchant(tx, diyarCoffee.uuid)) return false;
    const making: Making = { tx, now, passwordHash, fleet: [] };
    const opened = { passwordHash, emailVerifiedAt: openedAt(now), at: openedAt(now) };
    await addUser(tx, { ...demoAdmin, ...opened, merchantId: null, role: 'ADMIN', username: null });
    await makeVendors(tx);
    for (const merchant of demoMerchants) await makeMerchant(making, merchant);
    await writeFleetFile(dataDir, making.fleet);
    return true;
  });
}

const isMade = async (db: Database): Promise<boolean> =>
  (await platformRows(db, 'SELECT 1 FROM merchants WHERE uuid = $1', [diyarCoffee.uuid])).length > 0;

/** Both merchants joined before their oldest rate began, so many days before the demo was made. */
export const joinedDaysAgo = 310;
const openedAt = (now: Date): Date => new Date(now.getTime() - joinedDaysAgo * dayMs);

async function makeMerchant(making: Making, merchant: DemoMerchant): Promise<void> {
  const { tx, now } = making;
  const merchantId = await addMerchant(tx, { ...merchant, status: 'ACTIVE', at: openedAt(now) });
  const { bankIds, rateOf } = await makeBanks(tx, merchant, merchantId, now);
  const terminals = await makePlaces(making, merchant, merchantId, bankIds);
  // A file of its second bank is read once the portal runs: what that lists, nothing else confirms.
  const fileBank = merchant === diyarCoffee ? (bankIds[1] ?? null) : null;
  const telling = { merchant, terminals, rateOf, now, fileBank };
  const stories = demoStories(telling, seed + 1);
  const payments = [...demoPayments(telling, seed), ...stories.map(({ payment }) => payment)];
  await makeReconciliations(tx, merchantId, now);
  await insertPayments(tx, merchantId, payments);
  for (const { payment, reason, openedAt: reviewOpenedAt } of stories) {
    await insertReview(tx, merchantId, { uuid: payment.uuid, reason, openedAt: reviewOpenedAt });
  }
  await insertEvents(tx, merchantId, new Date(now.getTime() - eventDays * dayMs));
  const since = startOfRiyadhDay(addDays(riyadhDay(now), -demoDays));
  await buildRollups(tx, merchantId, since, now);
  await expectMany(tx, merchantId, since, now);
  await totalReconciliations(tx, merchantId);
  const uncounted = await uncountedTotals(tx, merchantId);
  for (const entry of making.fleet) entry.before = uncounted.get(entry.tid) ?? entry.before;
  await setLastSeen(tx, merchantId);
  const from = new Date(now.getTime() - 4 * hourMs);
  const silent = { tid: silentTid, from, to: new Date(from.getTime() + hourMs / 4) };
  await insertWeekOfHealth(tx, merchantId, { now, silent });
  await insertWeekOfLines(tx, merchantId, { now, silent });
  // The other one enters none, as many do: its calendar says what the files of its banks say.
  if (merchant !== diyarCoffee) return;
  await makeDeposits(tx, merchantId, now);
  await makeVatInvoices(tx, merchantId, now);
}

/** Branches, terminals with their pairing codes, and the people who work at them. */
async function makePlaces(
  making: Making,
  merchant: DemoMerchant,
  merchantId: string,
  bankIds: readonly string[],
): Promise<PlacedTerminal[]> {
  const { tx, now, passwordHash, fleet } = making;
  const at = openedAt(now);
  const person = { merchantId, passwordHash, at };
  for (const user of merchant.users) {
    await addUser(tx, { ...person, ...user, role: 'MERCHANT', username: null, emailVerifiedAt: at });
  }
  const placed: PlacedTerminal[] = [];
  for (const branch of merchant.branches) {
    const branchId = await addBranch(tx, merchantId, { ...branch, at });
    const bankId = bankIds[branch.bank ?? 0];
    if (bankId === undefined) throw new Error(`no such bank of ${merchant.nameEn}: ${branch.bank}`);
    for (const terminal of branch.terminals) {
      const { serial: serialNumber } = terminal;
      const id = await addTerminal(tx, merchantId, {
        ...terminal,
        serialNumber,
        branchId,
        at,
        msp: vendorOfBrand[terminal.brand] ?? null,
      });
      await placeTerminal(tx, merchantId, { terminalId: id, bankId });
      const enrolCode = makePairingCode();
      await givePairingCode(tx, {
        merchantId,
        terminalId: id,
        code: enrolCode,
        expiresAt: new Date(now.getTime() + pairingCodeDays * dayMs),
      });
      fleet.push({
        tid: terminal.tid,
        serial: terminal.serial,
        model: terminal.model,
        enrolCode,
        ...(terminal.madaPackage && { madaPackage: terminal.madaPackage }),
        before: [],
      });
      const cashier = merchant.cashiers.find(({ username }) => username === terminal.cashier);
      const cashierId = cashier
        ? await addUser(tx, {
            ...person,
            ...cashier,
            role: 'CASHIER',
            email: null,
            locale: 'ar',
            branchId,
            terminalId: id,
          })
        : null;
      if (cashierId) await assignCashier(tx, merchantId, id, cashierId);
      placed.push({ ...terminal, id, branchId, bankId, cashierId, cashierName: cashier?.fullName ?? null });
    }
  }
  return placed;
}

/** The first day of the month after that of a day. */
const nextMonthOf = (day: string): string => `${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`;

/** The merchant's banks with what each charges, and the rate of a payment by its bank, scheme and day. */
async function makeBanks(
  tx: Tx,
  { banks }: DemoMerchant,
  merchantId: string,
  now: Date,
): Promise<{ bankIds: string[]; rateOf: RateOf }> {
  const bankIds: string[] = [];
  const agreed: (NewRate & { vatBps: number })[] = [];
  const today = riyadhDay(now);
  for (const { rates, coming = [], ...bank } of banks) {
    const bankId = await addBank(tx, merchantId, { ...bank, cutoff: '00:00', at: openedAt(now) });
    bankIds.push(bankId);
    const dated = [
      ...rates.map(({ sinceDaysAgo, ...rate }) => ({ ...rate, validFrom: addDays(today, -sinceDaysAgo) })),
      ...coming.map((rate) => ({ ...rate, validFrom: nextMonthOf(today) })),
    ];
    for (const { paidWithinDays: days, ...rate } of dated)
      agreed.push({ ...rate, bankId, vatBps: demoVatBps, paidWithin: { days, kind: 'WORKING' } });
  }
  for (const rate of agreed) await addRate(tx, merchantId, rate);
  const rateOf: RateOf = (bankId, scheme, day) => {
    const rate = agreed.findLast((r) => r.bankId === bankId && r.scheme === scheme && r.validFrom <= day);
    if (!rate) throw new Error(`no rate of ${scheme} on ${day}`);
    return rate;
  };
  return { bankIds, rateOf };
}

/** Whole or not there: another process may be reading. Codes are secrets of this machine's user. */
async function writeFleetFile(dataDir: string, fleet: readonly FleetEntry[]): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, fleetFileName);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${JSON.stringify(fleet, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}
