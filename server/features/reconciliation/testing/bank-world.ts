import { randomUUID } from 'node:crypto';
import { chargesFor, decimalText, noCharges, type Rate } from '@mizan/contract/money.ts';
import * as contract from '@mizan/contract/reconciliation.ts';
import { type ImportDetail, type ImportEntry, uploadBankFile } from '@mizan/contract/reconciliation.ts';
import type { TransactionStatus, TransactionType } from '@mizan/contract/transaction-states.ts';
import { afterAll, expect } from 'vitest';
import { inPlatform } from '../../../platform/database/database.ts';
import { createLog } from '../../../platform/log.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';
import { type MerchantWorld, makeMerchant } from '../../transactions/testing/merchant-world.ts';
import { moveManyInRollup } from '../../transactions/transaction-rollup.service.ts';
import { type ImportRunner, startImportRunner } from '../import-runner.ts';

/** A payment as a test states it; what is left out is ordinary. */
export interface Sale {
  amountMinor: number;
  type?: TransactionType;
  status?: TransactionStatus;
  /** In Riyadh: '2026-11-20 14:05'. */
  at?: string;
  terminal?: number;
  orderRef?: string;
}

export interface Sold extends Required<Omit<Sale, 'orderRef'>> {
  id: string;
  uuid: string;
  tid: string;
  rrn: string;
  approvalCode: string;
  lastFour: string;
  orderRef: string | null;
  feeMinor: number;
  vatMinor: number;
}

/** The portal with a merchant, an import runner on its folder, and hands for both. */
export interface BankWorld {
  portal: TestPortal;
  runner: ImportRunner;
  merchant: MerchantWorld;
  token: string;
}

const rate: Rate = { mdrBps: 80, vatBps: 1500, capLimitMinor: 4_000, processingFeeMinor: 0 };

export async function bankWorld(): Promise<BankWorld> {
  const portal = await testPortal(new Date('2026-11-22T09:00:00Z'));
  const { db, clock, bankFiles: folder } = portal;
  const runner = startImportRunner({ db, clock, log: createLog('error'), folder });
  afterAll(() => runner.stop());
  const merchant = await makeMerchant(db);
  return { portal, runner, merchant, token: await portal.tokenOf(merchant.owner.userId) };
}

/** Another merchant of the same portal, with a session. */
export async function anotherMerchant({ portal, runner }: BankWorld): Promise<BankWorld> {
  const merchant = await makeMerchant(portal.db);
  return { portal, runner, merchant, token: await portal.tokenOf(merchant.owner.userId) };
}

let sold = 0;

/** Writes payments with their totals, as the gateway would have. */
export function sell({ portal, merchant }: BankWorld, sales: readonly Sale[]): Promise<Sold[]> {
  return inPlatform(portal.db, async (tx) => {
    const written: Sold[] = [];
    for (const sale of sales) {
      sold += 1;
      const { type = 'PURCHASE', status = 'APPROVED', at = '2026-11-20 14:05', orderRef = null } = sale;
      const terminal = merchant.terminals[sale.terminal ?? 0];
      if (!terminal) throw new Error('the merchant has no such terminal');
      const charges =
        type === 'PURCHASE' && status === 'APPROVED'
          ? chargesFor(sale.amountMinor, rate)
          : noCharges(sale.amountMinor);
      const createdAt = new Date(`${at.replace(' ', 'T')}:00+03:00`);
      const made = {
        uuid: randomUUID(),
        rrn: String(632_400_000_000 + sold),
        approvalCode: String(400_000 + sold),
        lastFour: String(1_000 + (sold % 9_000)),
      };
      const [row] = await tx.rows<{ id: string }>(
        `INSERT INTO transactions (merchant_id, uuid, type, status, amount_minor, scheme, first_six, last_four, rrn,
           stan, approval_code, order_ref, terminal_id, tid, branch_id, created_at, business_day, decided_at, mdr_bps,
           vat_bps, cap_limit_minor, mdr_minor, fee_minor, vat_minor, net_minor)
         VALUES ($1, $2, $3, $4, $5, 'Mada', '484783', $6, $7, $8, $9, $10, $11, $12, $13, $14,
                 ($14 AT TIME ZONE 'Asia/Riyadh')::date, $14, 80, 1500, 4000, $15, $16, $17, $18)
         RETURNING id::text`,
        [
          merchant.merchantId,
          made.uuid,
          type,
          status,
          sale.amountMinor,
          made.lastFour,
          made.rrn,
          String(sold).padStart(6, '0'),
          made.approvalCode,
          orderRef,
          terminal.id,
          terminal.tid,
          terminal.branchId,
          createdAt,
          charges.mdrMinor,
          charges.feeMinor,
          charges.vatMinor,
          charges.netMinor,
        ],
      );
      const after = {
        merchantId: merchant.merchantId,
        createdAt,
        branchId: terminal.branchId,
        terminalId: terminal.id,
        cashierId: null,
        scheme: 'Mada',
        type,
        status,
        currency: 'SAR',
        bankConfirmed: false,
        amountMinor: sale.amountMinor,
        ...charges,
      };
      await moveManyInRollup(tx, [{ before: null, after }]);
      written.push({
        ...made,
        ...charges,
        id: row?.id ?? '',
        tid: terminal.tid,
        amountMinor: sale.amountMinor,
        terminal: sale.terminal ?? 0,
        type,
        status,
        at,
        orderRef,
      });
    }
    return written;
  });
}

export const csvHeader =
  'Terminal ID,RRN,Approval Code,Transaction Date,Card Number,Amount,Fee,VAT,Net Amount';

/** One line of the bank's file for a payment; `change` says what the bank has otherwise. */
export function csvLineOf(sale: Sold, change: Partial<Sold> = {}): string {
  const { tid, rrn, approvalCode, lastFour, amountMinor, feeMinor, vatMinor, at, type } = {
    ...sale,
    ...change,
  };
  const sign = type === 'PURCHASE' ? 1 : -1;
  const [date = '', time = ''] = at.split(' ');
  const amounts = [amountMinor, feeMinor, vatMinor, amountMinor - feeMinor - vatMinor].map((minor) =>
    decimalText(sign * minor),
  );
  return [tid, rrn, approvalCode, `${date} ${time}:00`, `484783******${lastFour}`, ...amounts].join(',');
}

export const csvOf = (lines: readonly string[]): string => [csvHeader, ...lines, ''].join('\n');

/** Uploads and answers the response. */
export const upload = ({ portal, token }: BankWorld, content: string | Buffer, fileName = 'najd_pos.csv') =>
  portal.call(uploadBankFile, { query: { fileName }, body: Buffer.from(content) }, { token });

export async function detailOf({ portal, token }: BankWorld, id: string): Promise<ImportDetail> {
  const answer = await portal.call(contract.getBankFile, { params: { id } }, { token });
  expect(answer.statusCode).toBe(200);
  return answer.json<ImportDetail>();
}

/** Confirms the columns as they were found. */
export async function confirm(world: BankWorld, detail: ImportDetail, remember = true): Promise<void> {
  const { proposal } = detail;
  if (!proposal) throw new Error(`nothing waits to be confirmed: ${detail.state}`);
  const { dateOrder, decimalComma, utc } = proposal;
  const columns = proposal.columns.map(({ key, field }) => ({ key, field }));
  const body = { columns, dateOrder, decimalComma, utc, bankName: 'Najd Bank', remember };
  const answer = await world.portal.call(
    contract.confirmLayout,
    { params: { id: detail.id }, body },
    { token: world.token },
  );
  expect(answer.statusCode).toBe(200);
}

/** From the upload to the end that the import comes to by itself, its columns confirmed as found. */
export async function reconcile(
  world: BankWorld,
  content: string | Buffer,
  fileName?: string,
): Promise<ImportDetail> {
  const answer = await upload(world, content, fileName);
  expect(answer.statusCode).toBe(201);
  const { id } = answer.json<{ import: ImportDetail }>().import;
  await world.runner.idle();
  const detail = await detailOf(world, id);
  if (detail.state !== 'WAITING_LAYOUT') return detail;
  await confirm(world, detail);
  await world.runner.idle();
  return detailOf(world, id);
}

export async function entriesOf(
  { portal, token }: BankWorld,
  id: string,
  outcome: contract.EntryFilter = 'exceptions',
): Promise<ImportEntry[]> {
  const answer = await portal.call(
    contract.listEntries,
    { params: { id }, query: { outcome, limit: 200 } },
    { token },
  );
  expect(answer.statusCode).toBe(200);
  return answer.json<{ rows: ImportEntry[] }>().rows;
}
