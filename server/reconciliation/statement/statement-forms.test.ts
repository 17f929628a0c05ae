import { expect, test } from 'vitest';
import { withFile } from '../read/file-trial.ts';
import { workbookParts, zipOf } from '../read/zip-trial.ts';
import type { SaidOfTable } from './statement-table.ts';
import { readStatementFile } from './table-rows.ts';

/**
 * One statement in the forms in which banks export theirs: 1,019.50 came on 18 November 2026, 20.00 went on the 19th. Each comes to
 * the same two entries, by what the file itself says or by the answers that stand beside it.
 */
const csv = (...lines: string[]): string => lines.join('\r\n');
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
const arabic = new Map(
  Array.from({ length: 128 }, (_, at): [string, number] => [
    new TextDecoder('windows-1256').decode(Uint8Array.of(at + 128)),
    at + 128,
  ]),
);
const windows1256 = (text: string): Uint8Array =>
  Uint8Array.from([...text].map((sign) => arabic.get(sign) ?? sign.charCodeAt(0)));

const cellXml = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const sheetOf = (rows: readonly string[][]) =>
  rows.map((cells, at) => `<row r="${at + 1}">${cells.map(cellXml).join('')}</row>`).join('');

interface Form {
  name: string;
  bytes: string | Uint8Array;
  ways?: SaidOfTable['ways'];
  /** Rows that are no entries, by line. */
  beside?: readonly [line: number, kind: 'balance' | 'total'][];
  account?: string;
}

const iban = 'SA0380000000608010167519';
const forms: readonly Form[] = [
  {
    name: 'a preamble, months as words, balances with CR behind them, and a row of the closing balance',
    bytes: csv(
      'Account Statement',
      `IBAN,${iban}`,
      '',
      'Date,Value Date,Description,Reference,Debit,Credit,Balance',
      '18-Nov-2026,18-Nov-2026,POS SETTLEMENT MADA,FT1,,"1,019.50","2,019.50 CR"',
      '19-Nov-2026,19-Nov-2026,ATM,FT2,(20.00),,"1,999.50 CR"',
      ',,Closing balance,,,,"1,999.50 CR"',
    ),
    ways: { currency: 'SAR' },
    beside: [[7, 'balance']],
    account: iban,
  },
  {
    name: 'Arabic names and digits behind semicolons, with a total',
    bytes: csv(
      'كشف حساب',
      `رقم الآيبان;${iban}`,
      'التاريخ;البيان;مدين;دائن;الرصيد',
      '١٨/١١/٢٠٢٦;تسوية نقاط بيع مدى;;١٬٠١٩٫٥٠;٢٬٠١٩٫٥٠',
      '١٩/١١/٢٠٢٦;رسوم;٢٠٫٠٠;;١٬٩٩٩٫٥٠',
      'الإجمالي;;٢٠٫٠٠;١٬٠١٩٫٥٠;',
    ),
    ways: { currency: 'SAR' },
    beside: [[6, 'total']],
    account: iban,
  },
  {
    name: 'decimal commas and points between thousands',
    bytes: csv(
      'Date;Text;Credit;Debit;Balance;Ccy',
      '18.11.2026;POS;1.019,50;;2.019,50;SAR',
      '19.11.2026;Rent;;20,00;1.999,50;SAR',
    ),
  },
  {
    name: 'one signed column, the newest first, and the opening balance as its last row',
    bytes: csv(
      'Posting date;Details;Amount;Balance;Ccy',
      '2026-11-19;Fee;-20.00;1999.50;SAR',
      '2026-11-18;POS settlement;+1019.50;2019.50;SAR',
      '2026-11-17;Opening Balance;1000.00;1000.00;SAR',
    ),
    beside: [[4, 'balance']],
  },
  {
    name: 'a column that says DR or CR, between bars',
    bytes: csv(
      'Txn Date|Narration|Amount|DR/CR|Running Balance|Ccy',
      '18/11/2026|POS settlement|1019.50|CR|2019.50|SAR',
      '19/11/2026|Rent|20.00|DR|1999.50|SAR',
    ),
  },
  {
    name: 'Cr and Dr behind each amount',
    bytes: csv(
      'Date,Narration,Amount,Balance,Ccy',
      '18/11/2026,POS,1019.50Cr,2019.50Cr,SAR',
      '19/11/2026,Rent,20.00Dr,1999.50Cr,SAR',
    ),
  },
  {
    name: 'the currency in the names and before the amounts, and times behind the days',
    bytes: csv(
      'Date,Details,Credit (SAR),Debit (SAR),Balance (SAR)',
      '18/11/2026 23:10:05,POS,SAR 1019.50,,SAR 2019.50',
      '19/11/2026 08:00:00,Rent,,SAR 20.00,SAR 1999.50',
    ),
  },
  {
    name: 'month first, which one day of the file proves',
    bytes: csv('Date,Details,Credit,Debit,Ccy', '11/18/2026,POS,1019.50,,SAR', '11/19/2026,Rent,,20.00,SAR'),
  },
  {
    name: 'Hijri days',
    bytes: csv(
      'التاريخ,التفاصيل,دائن,مدين,العملة',
      '1448/06/08,تسوية,1019.50,,SAR',
      '1448/06/09,رسوم,,20.00,SAR',
    ),
  },
  {
    name: 'UTF-16 with a byte order mark, and tabs',
    bytes: utf16(
      csv(
        'Date\tDescription\tDebit\tCredit\tCcy',
        '18/11/2026\tPOS\t\t1019.50\tSAR',
        '19/11/2026\tRent\t20.00\t\tSAR',
      ),
    ),
  },
  {
    name: 'UTF-8 with a byte order mark, and balances carried over between two pages',
    bytes: `\ufeff${csv(
      'Date,Description,Debit,Credit,Balance,Ccy',
      '18/11/2026,POS,,1019.50,2019.50,SAR',
      '18/11/2026,Balance C/F,,,2019.50,SAR',
      'Date,Description,Debit,Credit,Balance,Ccy',
      '18/11/2026,Balance B/F,,2019.50,2019.50,SAR',
      '19/11/2026,Rent,20.00,,1999.50,SAR',
    )}`,
    beside: [
      [3, 'balance'],
      [5, 'balance'],
    ],
  },
  {
    name: 'windows-1256, with balances named in Arabic and their day',
    bytes: windows1256(
      csv(
        'التاريخ;البيان;مدين;دائن;الرصيد;العملة',
        '17/11/2026;الرصيد الافتتاحي;;;1000.00;SAR',
        '18/11/2026;تسوية نقاط بيع;;1019.50;2019.50;SAR',
        '19/11/2026;رسوم;20.00;;1999.50;SAR',
        ';الرصيد الختامي بتاريخ 19/11/2026;;;1999.50;SAR',
      ),
    ),
    beside: [
      [2, 'balance'],
      [5, 'balance'],
    ],
  },
  {
    name: 'a workbook with rows of titles above the names',
    bytes: zipOf(
      workbookParts(
        sheetOf([
          ['Najd Bank'],
          ['Statement of account', '', '', ''],
          ['IBAN', iban],
          ['Date', 'Details', 'Withdrawals', 'Deposits', 'Balance', 'Ccy'],
          ['2026-11-18', 'POS', '', '1,019.50', '2,019.50', 'SAR'],
          ['2026-11-19', 'Rent', '20.00', '', '1,999.50', 'SAR'],
          ['Total / الإجمالي', '', '20.00', '1,019.50', '', ''],
        ]),
      ),
    ),
    beside: [[7, 'total']],
    account: iban,
  },
];

const read = (bytes: string | Uint8Array, ways: SaidOfTable['ways'] = {}) =>
  withFile(bytes, async (filePath) => {
    const job = { today: '2026-11-22', rowsMax: 5_200, filePath };
    const found = await readStatementFile({ ...job, said: { ways, isRemembered: false } });
    if (!found) throw new Error('no row of names was found');
    return found;
  });

test.each(forms)('$name', async ({ bytes, ways, beside = [], account = null }) => {
  const found = await read(bytes, ways);
  const entries = found.lines.map(({ valueDate, amountMinor, currency, isOff }) => [
    valueDate,
    amountMinor,
    currency,
    isOff,
  ]);
  expect(entries.toSorted((a, b) => Number(b[1]) - Number(a[1]))).toEqual([
    ['2026-11-18', 101_950, 'SAR', false],
    ['2026-11-19', -2_000, 'SAR', false],
  ]);
  expect(found.refused).toEqual([]);
  expect(found.beside.map(({ line, kind }) => [line, kind])).toEqual(beside);
  expect(found.account).toBe(account);
});

test('an entry that speaks of a balance or a total stays an entry, and one that cannot be read is refused', async () => {
  const found = await read(
    csv(
      'Date,Details,Debit,Credit,Ccy',
      '18/11/2026,Total Energies station 14,,5.00,SAR',
      '18/11/2026,Total,,6.00,SAR',
      '18/11/2026,Closing balance of the till,,7.00,SAR',
      '18/11/2026,POS,,1O19.50,SAR',
      ',POS,,9.00,SAR',
    ),
  );
  expect(found.lines.map(({ amountMinor }) => amountMinor)).toEqual([500, 600, 700]);
  expect([found.refused, found.beside]).toEqual([
    [
      { line: 5, reason: 'amount' },
      { line: 6, reason: 'date' },
    ],
    [],
  ]);
});
