import { randomUUID } from 'node:crypto';
import * as arrived from '@mizan/contract/arrived-statements.ts';
import * as deposits from '@mizan/contract/deposits.ts';
import { setJournalAccounts } from '@mizan/contract/journal-accounts.ts';
import * as papers from '@mizan/contract/settlement-statements.ts';
import { readStatement, takeStatement } from '@mizan/contract/statements.ts';
import * as vat from '@mizan/contract/vat-report.ts';
import { byId, type Naming, naming, plain, type RouteFixture } from './fixture-kinds.ts';

const share = { day: '2026-11-16', scheme: 'Mada', amountMinor: 500 };
const deposit = {
  requestId: randomUUID(),
  valueDate: '2026-11-18',
  amountMinor: 500,
  currency: 'SAR',
  shares: [],
};
const accounts = { accounts: [], odooJournal: 'MISC', erpnextCompany: null };
const invoice = {
  requestId: randomUUID(),
  month: '2026-10',
  kind: 'INVOICE',
  number: 'INV-1',
  issuedOn: '2026-11-01',
  baseMinor: 1_000,
  vatMinor: 150,
};
const paper = { requestId: randomUUID(), from: '2026-11-01', to: '2026-11-20' };
const asked = { currency: 'SAR', valueDate: '2026-11-18', amountMinor: 500 };
const ofBank = (args: (bankId: string) => ReturnType<Naming['args']>): Naming => ({ table: 'banks', args });

/** An MT940 without an IBAN. */
const statement = Buffer.from(
  ':20:1\n:25:1\n:60F:C261118SAR0,00\n:61:261118C5,00NTRF1//A\n:62F:C261118SAR5,00\n',
);

/** What the walk over all routes needs to know of those of deposits. */
export const depositFixtures: readonly RouteFixture[] = [
  naming(deposits.listDeposits, [ofBank((bankId) => ({ query: { bankId } }))]),
  naming(deposits.readDeposit, [ofBank((bankId) => ({ query: { ...asked, bankId } }))]),
  naming(deposits.getDeposit, [byId('bank_deposits')]),
  naming(
    deposits.addDeposit,
    [ofBank((bankId) => ({ body: { ...deposit, bankId } }))],
    {},
    { ...deposit, bankId: '1', requestId: 'x' },
    { ...deposit, bankId: '1', amountMinor: 0 },
    { ...deposit, bankId: '1', amountMinor: 1.5 },
    { ...deposit, bankId: '1', shares: [share, share] },
    { ...deposit, bankId: '1', shares: [{ ...share, amountMinor: 0 }] },
    { ...deposit, bankId: '1', source: 'STATEMENT' },
  ),
  naming(deposits.matchDeposit, [byId('bank_deposits', { body: { shares: [share] } })], {}),
  naming(deposits.releaseDeposit, [byId('bank_deposits')]),
  naming(deposits.undoDeposit, [byId('bank_deposits')]),
  naming(
    setJournalAccounts,
    [ofBank((bankId) => ({ body: { ...accounts, accounts: [{ role: 'bank', bankId, account: '1110' }] } }))],
    {},
    { ...accounts, accounts: [{ role: 'sales', bankId: '1', account: '4100' }] },
    { ...accounts, accounts: [{ role: 'sales', bankId: null, account: '=1+1' }] },
    { ...accounts, odooJournal: '' },
  ),
  naming(
    papers.makeSettlementStatement,
    [ofBank((bankId) => ({ body: { ...paper, bankId } }))],
    {},
    { ...paper, requestId: 'x' },
    { ...paper, to: '2026-10-31' },
    { ...paper, from: '2026-07-01' },
  ),
  naming(papers.downloadSettlementStatement, [byId('settlement_statements', { query: { format: 'csv' } })]),
  plain(papers.checkSettlementStatement, { params: { code: 'A'.repeat(27) } }),
  naming(
    vat.addVatInvoice,
    [ofBank((bankId) => ({ body: { ...invoice, bankId } }))],
    {},
    { ...invoice, bankId: '1', number: ' ' },
    { ...invoice, bankId: '1', baseMinor: -1 },
    { ...invoice, bankId: '1', baseMinor: 0, vatMinor: 0 },
    { ...invoice, bankId: '1', month: '2026-13' },
    { ...invoice, bankId: '1', kind: 'RECEIPT' },
  ),
  naming(vat.undoVatInvoice, [byId('vat_invoices')]),
  naming(readStatement, [ofBank((bankId) => ({ query: { bankId }, body: statement }))]),
  naming(takeStatement, [ofBank((bankId) => ({ query: { bankId, entries: '1' }, body: statement }))]),
  naming(arrived.arrivedIsOfPayments, [byId('arrived_statements')]),
  naming(arrived.putAwayStatement, [byId('arrived_statements')]),
  plain(arrived.sendStatement, { query: { fileName: 'a.sta' }, body: statement }),
];
