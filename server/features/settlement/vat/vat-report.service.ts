import { addDays, riyadhDay } from '@mizan/contract/business-day.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { unknownBank } from '@mizan/contract/settlement.ts';
import {
  type addVatInvoice,
  invoicesPerMonthMax,
  type VatInvoice,
  type VatReport,
} from '@mizan/contract/vat-report.ts';
import { sameOrRefused } from '../../../platform/asked-again.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Database, inTenant, type Tx } from '../../../platform/database/database.ts';
import { happened } from '../../../platform/facts/facts.ts';
import { Failure, notFound } from '../../../platform/failure.ts';
import type { Member } from '../../../platform/http/call.ts';
import { banksToday, namedBank } from '../../banks/banks.service.ts';
import { lastDayOver, soldDaysOf } from '../journal-days.ts';
import { seeOneMoment } from '../statements/settlement-statements.queries.ts';
import {
  countInvoices,
  type InvoiceRow,
  insertInvoice,
  lockInvoices,
  type NewInvoice,
  type Person,
  selectByNumber,
  selectByRequest,
  selectInvoice,
  selectInvoices,
  selectRatedFees,
  updateUndone,
} from './vat-report.queries.ts';
import { mayBeRounding, vatRows, waysOf } from './vat-report.ts';

export interface VatDeps {
  readonly db: Database;
  readonly clock: Clock;
}

const onWire = ({
  id,
  bankId,
  nameEn,
  nameAr,
  month,
  kind,
  number,
  issuedOn,
  baseMinor,
  vatMinor,
  currency,
  addedAt,
  addedByName,
  undoneAt,
  undoneByName,
}: InvoiceRow): VatInvoice => ({
  id,
  bank: { id: bankId, nameEn, nameAr },
  month,
  kind,
  number,
  issuedOn,
  baseMinor,
  vatMinor,
  currency,
  addedAt: addedAt.toISOString(),
  addedByName,
  undoneAt: undoneAt?.toISOString() ?? null,
  undoneByName,
});

const lastDayOf = (month: string): string => {
  const [year = 0, of = 0] = month.split('-').map(Number);
  return addDays(`${of === 12 ? year + 1 : year}-${String((of % 12) + 1).padStart(2, '0')}-01`, -1);
};

/** The report of a month ('YYYY-MM') in the tenant's transaction: the days of it that are over, for every bank. */
export async function reportOf(tx: Tx, month: string, now: Date): Promise<VatReport> {
  const [from, last] = [`${month}-01`, lastDayOf(month)];
  const banks = await banksToday(tx, now);
  const over = lastDayOver(banks, now);
  const to = last < over ? last : over;
  const sold = to < from ? [] : await soldDaysOf(tx, from, to);
  const invoices = (await selectInvoices(tx, month)).map(onWire);
  const rows = vatRows({ sold, invoices, banks, isOver: last <= over });
  for (const row of rows) {
    if (row.bankId === unknownBank || !mayBeRounding(row)) continue;
    row.ways = waysOf(row, await selectRatedFees(tx, { ...row, from, to }));
  }
  return {
    month,
    days: to < from ? null : { from, to },
    today: riyadhDay(now),
    rows,
    invoices,
    banks: banks.map(({ id, nameEn, nameAr }) => ({ id, nameEn, nameAr })),
  };
}

/** All of one moment; the month of today unasked. */
export const vatReport = (
  { db, clock }: VatDeps,
  merchantId: string,
  asked: string | undefined,
): Promise<VatReport> =>
  inTenant(db, merchantId, async (tx) => {
    await seeOneMoment(tx);
    const now = clock.now();
    return reportOf(tx, asked ?? riyadhDay(now).slice(0, 7), now);
  });

/** Two numbers that differ by blanks or capitals alone are one. */
const keyOf = (number: string): string => number.normalize('NFKC').replaceAll(/\s+/gu, '').toUpperCase();

/** Refused for a reason that the screen has words for. */
const refused = (reason: string, more: Record<string, string> = {}): Failure =>
  new Failure('conflict', reason, { reason, ...more });

const toldOf = (invoice: InvoiceRow) => ({
  bankName: invoice.nameEn,
  number: invoice.number,
  month: invoice.month,
  invoiceKind: invoice.kind,
  baseMinor: invoice.baseMinor,
  vatMinor: invoice.vatMinor,
  currency: invoice.currency,
});

/** Writes an invoice without asking anything, as loads do; nobody is told. In the tenant's transaction. */
export const loadInvoice = (
  tx: Tx,
  by: Person,
  at: Date,
  wanted: Omit<NewInvoice, 'numberKey'>,
): Promise<string> => insertInvoice(tx, { ...wanted, numberKey: keyOf(wanted.number) }, by, at);

const asked = ['bankId', 'month', 'kind', 'number', 'issuedOn', 'baseMinor', 'vatMinor', 'currency'] as const;

/**
 * The same `requestId` again answers with what the first made.
 * @throws Failure 'notFound' of the bank; 'conflict': 'otherRequest', 'number' with the `month` of the one that has it, 'future', 'tooMany'
 */
export const addInvoice = (
  { db, clock }: VatDeps,
  by: Member,
  wanted: RouteInput<typeof addVatInvoice>['body'],
): Promise<VatInvoice> =>
  inTenant(db, by.merchantId, async (tx) => {
    await lockInvoices(tx);
    const made = await selectByRequest(tx, wanted.requestId);
    if (made) return onWire(sameOrRefused(made, wanted, asked));
    const at = clock.now();
    if (!(await namedBank(tx, wanted.bankId))) throw notFound();
    if (wanted.issuedOn > riyadhDay(at)) throw refused('future');
    const same = await selectByNumber(tx, wanted.bankId, keyOf(wanted.number));
    if (same) throw refused('number', { month: same.month });
    const count = await countInvoices(tx, wanted.bankId, wanted.month);
    if (count >= invoicesPerMonthMax) throw refused('tooMany');
    const invoice = await selectInvoice(tx, await loadInvoice(tx, by, at, wanted));
    if (!invoice) throw new Error('an invoice was not written');
    await happened(tx, by, {
      fact: 'settlement.vatInvoiceAdded',
      at,
      about: { type: 'vatInvoice', id: invoice.id },
      params: toldOf(invoice),
    });
    return onWire(invoice);
  });

/** A repeat changes nothing. @throws Failure 'notFound' */
export const undoInvoice = ({ db, clock }: VatDeps, by: Member, id: string): Promise<VatInvoice> =>
  inTenant(db, by.merchantId, async (tx) => {
    await lockInvoices(tx);
    const invoice = await selectInvoice(tx, id);
    if (!invoice) throw notFound();
    if (invoice.undoneAt) return onWire(invoice);
    const at = clock.now();
    await updateUndone(tx, id, by, at);
    await happened(tx, by, {
      fact: 'settlement.vatInvoiceUndone',
      at,
      about: { type: 'vatInvoice', id },
      params: toldOf(invoice),
    });
    return onWire({ ...invoice, undoneAt: at, undoneByName: by.fullName });
  });
