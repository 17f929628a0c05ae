import { read, utils } from '@e965/xlsx';
import { exportJournal } from '@mizan/contract/journal.ts';
import { journalRoles, proposedAccounts, setJournalAccounts } from '@mizan/contract/journal-accounts.ts';
import { expect, test } from 'vitest';
import { inPlatform, platformRows } from '../../platform/database/database.ts';
import { depositOf, entered, firstBankOf, undo } from '../deposits/testing/deposit-world.ts';
import { anotherMerchant, type BankWorld, bankWorld } from '../reconciliation/testing/bank-world.ts';
import { loadTransactions } from '../transactions/testing/bulk-transactions.ts';
import { documentsOf, programTemplates } from './testing/program-templates.ts';

/** The journal's files held against the import templates of the programs. Sunday, 22 November 2026, at noon in Riyadh. */
const first = await bankWorld();
const { db, clock } = first.portal;

/** A month with sales, refunds, a deposit with a name of commas and quotes, and one that was taken back. */
async function month(): Promise<BankWorld> {
  const own = await anotherMerchant(first);
  const ago = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);
  await inPlatform(db, (tx) =>
    loadTransactions(tx, own.merchant, { count: 300, from: ago(15), until: ago(1) }),
  );
  const bankId = await firstBankOf(own);
  await platformRows(db, `UPDATE banks SET name_en = $2, name_ar = 'بنك، "نجد"' WHERE merchant_id = $1`, [
    own.merchant.merchantId,
    'Najd, "the" Bank',
  ]);
  await entered(own, depositOf(bankId, { amountMinor: 123_456, reference: 'A,B "C"' }));
  const wrong = await entered(own, depositOf(bankId, { amountMinor: 777, valueDate: '2026-11-17' }));
  await undo(own, wrong.id);
  await platformRows(
    db,
    'UPDATE bank_deposits SET undone_at = $2 WHERE merchant_id = $1 AND undone_at IS NOT NULL',
    [own.merchant.merchantId, ago(2)],
  );
  const accounts = journalRoles.map((role) => ({ role, bankId: null, account: proposedAccounts[role] }));
  const body = { accounts, odooJournal: 'MISC', erpnextCompany: 'Diyar Coffee' };
  const chosen = await own.portal.call(setJournalAccounts, { body }, { token: own.token });
  expect(chosen.statusCode).toBe(200);
  return own;
}

const minor = (text: string): number => Math.round(100 * Number(text));
const cases = (['odoo', 'erpnext'] as const).flatMap((layout) =>
  (['en', 'ar'] as const).map((lang) => [layout, lang] as const),
);

test.each(cases)(
  'the file for %s (%s) has exactly the headings of its template, and every document balances',
  async (layout, lang) => {
    const own = await month();
    const template = programTemplates[layout];
    const query = { from: '2026-11-01', to: '2026-11-30', layout, lang };
    const answer = await own.portal.call(exportJournal, { query }, { token: own.token });
    expect(answer.statusCode).toBe(200);
    // No mark before the first heading: ERPNext would take it for a part of the name.
    expect(answer.body.codePointAt(0)).toBe(template.document[0]?.heading.codePointAt(0));
    const { Sheets } = read(answer.body, { type: 'string', raw: true });
    const sheet = Sheets['Sheet1'];
    if (!sheet) throw new Error('the file has no rows');
    const [headings = [], ...cells] = utils.sheet_to_json<string[]>(sheet, { header: 1, defval: '' });
    expect(headings).toEqual([...template.document, ...template.lines].map(({ heading }) => heading));
    const rows = cells.map((row) =>
      Object.fromEntries(headings.map((heading, at) => [heading, row[at] ?? ''])),
    );
    const documents = documentsOf(rows, template);
    expect(documents.length).toBeGreaterThan(15);
    const wanted = (of: typeof template.document) => of.filter(({ isRequired }) => isRequired);
    for (const [head, ...more] of documents) {
      const lines = [...(head ? [head] : []), ...more];
      expect(lines.length).toBeGreaterThan(1);
      for (const { heading } of wanted(template.document)) expect(head?.[heading]).not.toBe('');
      // A cell of the document in a further line would begin another document.
      for (const line of more)
        expect(template.document.every(({ heading }) => line[heading] === '')).toBe(true);
      let sum = 0;
      for (const line of lines) {
        for (const { heading } of wanted(template.lines)) expect(line[heading]).not.toBe('');
        const [debit = '', credit = ''] = [line[template.debit], line[template.credit]];
        expect(debit).toMatch(/^\d+\.\d\d$/);
        expect(credit).toMatch(/^\d+\.\d\d$/);
        expect([minor(debit), minor(credit)].filter((amount) => amount > 0)).toHaveLength(1);
        sum += minor(debit) - minor(credit);
      }
      expect(sum).toBe(0);
    }
    const days = documents.map(([head]) => head?.[layout === 'odoo' ? 'date' : 'Posting Date'] ?? '');
    expect(days.every((day) => /^2026-11-\d\d$/.test(day))).toBe(true);
    // Each entry is one document: its name is no other's.
    const names = documents.map(([head]) => head?.[layout === 'odoo' ? 'ref' : 'Reference Number']);
    expect(new Set(names).size).toBe(documents.length);
    if (layout === 'erpnext') {
      expect(new Set(documents.map(([head]) => head?.['Entry Type']))).toEqual(new Set(['Journal Entry']));
      expect(documents.every(([head]) => head?.['Reference Date'] === head?.['Posting Date'])).toBe(true);
    }
  },
);
