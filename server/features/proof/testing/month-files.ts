import type { DepositDetail } from '@mizan/contract/deposits.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import { depositOf, entered } from '../../deposits/testing/deposit-world.ts';
import {
  type BankWorld,
  confirm,
  csvHeader,
  csvLineOf,
  detailOf,
  type Sold,
  sell,
  upload,
} from '../../reconciliation/testing/bank-world.ts';
import type { Sale } from '../../reconciliation/testing/sales.ts';

/** A month of two banks as tests plant it: lines of their files, and hands for sales, files and deposits. */
export type Row = readonly [line: string, type: string, scheme: string];
const schemeWords: Partial<Record<Scheme, string>> = { Mada: 'MADA', Visa: 'VISA', MasterCard: 'MC' };

export const row = (sale: Sold, change: Partial<Sold> = {}, type?: string): Row => [
  csvLineOf(sale, change),
  type ?? (sale.type === 'REFUND' ? 'Refund' : 'Purchase'),
  schemeWords[sale.scheme] ?? '',
];
/** A line of which no payment has a key. */
export const strange = { rrn: '999999999999', approvalCode: '999999', lastFour: '9999' };
export const takenBack = (sale: Sold): Row =>
  row(sale, { amountMinor: -sale.amountMinor, feeMinor: 0, vatMinor: 0 }, 'Chargeback');
/** What the lines of a file come to after fees: their ninth column. */
export const netOf = (rows: readonly Row[]): number =>
  rows.reduce((sum, [line]) => sum + Math.round(100 * Number(line.split(',')[8])), 0);

type Bank = 'najd' | 'tihama';
export type TimedSale = Omit<Sale, 'at' | 'bankId'> & { time: string };

/** A shop of two banks: what it sells, the files that its banks send, and what they pay. */
export class Month {
  readonly world: BankWorld;
  readonly #banks: Record<Bank, string>;
  constructor(world: BankWorld, banks: Record<Bank, string>) {
    this.world = world;
    this.#banks = banks;
  }

  sell(day: string, sales: readonly TimedSale[], bank: Bank = 'najd'): Promise<Sold[]> {
    const bankId = this.#banks[bank];
    return sell(
      this.world,
      sales.map(({ time, ...sale }) => ({ ...sale, bankId, at: `${day} ${time}` })),
    );
  }

  /** Lines of Najd Bank say when they are settled, those of Tihama Bank do not. Answers the file's id. */
  async bring(bank: Bank, name: string, rows: readonly Row[], settled = ''): Promise<string> {
    const isNajd = bank === 'najd';
    const lines = rows.map((each) => `${each.join(',')}${isNajd ? `,${settled}` : ''}`);
    const head = `${csvHeader},Transaction Type,Card Scheme${isNajd ? ',Settlement Date' : ''}`;
    const answer = await upload(this.world, [head, ...lines, ''].join('\n'), name);
    if (answer.statusCode !== 201) throw new Error(`${name}: ${answer.body}`);
    const { id } = answer.json<{ bankFile: { id: string } }>().bankFile;
    await this.world.runner.idle();
    const detail = await detailOf(this.world, id);
    if (detail.state === 'WAITING_LAYOUT')
      await confirm(this.world, detail, true, isNajd ? 'Najd Bank' : 'Tihama Bank');
    await this.world.runner.idle();
    const { state } = await detailOf(this.world, id);
    if (state !== 'DONE') throw new Error(`${name} is ${state}`);
    return id;
  }

  pays(
    bank: Bank,
    day: string,
    amountMinor: number,
    valueDate: string,
    scheme: 'Mada' | 'Visa' | 'MasterCard' = 'Mada',
  ): Promise<DepositDetail> {
    const shares = [{ day, scheme, amountMinor }];
    const more = { amountMinor, valueDate, shares, isOverpaid: true, isAnother: true };
    return entered(this.world, depositOf(this.#banks[bank], more));
  }
  /** 23 November: no file has a MasterCard of Najd Bank yet, and its money has come. */
  async paysEarly(): Promise<void> {
    await this.sell('2026-11-23', [{ time: '12:00', amountMinor: 3_000, scheme: 'MasterCard' }]);
    await this.pays('najd', '2026-11-23', 2_972, '2026-11-24', 'MasterCard');
  }
}
