import { randomUUID } from 'node:crypto';
import { addDays, riyadhDay } from '@mizan/contract/business-day.ts';
import { shareHalfUp } from '@mizan/contract/money.ts';
import { unknownBank } from '@mizan/contract/settlement.ts';
import { loadInvoice, reportOf } from '../features/settlement/vat/vat-report.service.ts';
import type { Tx } from '../platform/database/database.ts';
import { asMerchant, selectOwner } from './demo-deposits.queries.ts';
import { demoVatBps } from './demo-merchants.ts';

/** What the second bank charged in a month beyond what was agreed, and nobody knows what for. */
const moreMinor = { base: 7_500, vat: 1_125 };

/**
 * The VAT invoices of the month before: the first bank rounded VAT on its sum, the other one charged more. The transaction is
 * the merchant's from here on.
 */
export async function makeVatInvoices(tx: Tx, merchantId: string, now: Date): Promise<void> {
  const today = riyadhDay(now);
  const issuedOn = `${today.slice(0, 7)}-01`;
  const month = addDays(issuedOn, -1).slice(0, 7);
  const owner = await selectOwner(tx, merchantId);
  if (!owner) throw new Error('a demo merchant has an owner');
  await asMerchant(tx, merchantId);
  const { rows } = await reportOf(tx, month, now);
  const ofBanks = rows.filter(({ bankId, currency }) => bankId !== unknownBank && currency === 'SAR');
  for (const [at, { bankId, baseMinor, vatMinor }] of ofBanks.entries()) {
    const isFirst = at === 0;
    await loadInvoice(tx, owner, now, {
      requestId: randomUUID(),
      bankId,
      month,
      kind: 'INVOICE',
      number: `${isFirst ? 'NJD' : 'THM'}-VAT-${month.replace('-', '')}`,
      issuedOn,
      baseMinor: isFirst ? baseMinor : baseMinor + moreMinor.base,
      vatMinor: isFirst ? shareHalfUp(baseMinor, demoVatBps) : vatMinor + moreMinor.vat,
      currency: 'SAR',
    });
  }
}
