import { expect, test } from 'vitest';
import { readCamt053 } from './camt053.reader.ts';
import { readMt940 } from './mt940.reader.ts';
import { balanceOf, minorOf, type StatementLine } from './statement.ts';

/** Forms of statements as the makers of the two standards and banks publish them, with figures of our own. */
const camt = (entries: string, more = '') => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
 <BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>
  <Stmt><Id>2026-11-18</Id>
   <Acct><Id><IBAN>SA03 8000 0000 6080 1016 7519</IBAN></Id><Ccy>SAR</Ccy></Acct>
   <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="SAR">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
   <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="SAR">1109.50</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
${entries}
  </Stmt>${more}
 </BkToCstmrStmt>
</Document>`;
const entry = (amount: string, more = '', sign = 'CRDT') => `
   <Ntry><Amt Ccy="SAR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>2026-11-18</Dt></BookgDt><ValDt><Dt>2026-11-18</Dt></ValDt>${more}</Ntry>`;
const details = `<AcctSvcrRef>NJD-118204</AcctSvcrRef><NtryDtls><TxDtls><Refs><AcctSvcrRef>OTHER</AcctSvcrRef></Refs>
  <Amt Ccy="SAR">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><RmtInf><Ustrd>POS settlement</Ustrd><Ustrd>17 November</Ustrd></RmtInf>
  </TxDtls></NtryDtls>`;

test('camt.053: entries with their own amounts, references and texts, and balances that agree', () => {
  const [statement] = readCamt053(camt(entry('1019.50', details) + entry('10.00', '', 'DBIT')));
  expect(statement).toMatchObject({ account: 'SA0380000000608010167519', refused: [] });
  expect(statement?.lines).toEqual([
    {
      line: 9,
      valueDate: '2026-11-18',
      amountMinor: 101_950,
      currency: 'SAR',
      reference: 'NJD-118204',
      isBanksOwn: true,
      text: 'POS settlement 17 November',
      isReversal: false,
      isOff: false,
    },
    {
      line: 13,
      valueDate: '2026-11-18',
      amountMinor: -1_000,
      currency: 'SAR',
      reference: '',
      isBanksOwn: false,
      text: '',
      isReversal: false,
      isOff: false,
    },
  ]);
  if (!statement) throw new Error('there is one');
  expect(balanceOf(statement)).toEqual({ statedMinor: 110_950, reckonedMinor: 110_950 });
});

/** The same statement in the forms of the second version: a prefix, a status as plain text, moments, an account without its kind. */
const camt02 = (day: (tag: string) => string) => `<?xml version="1.0" encoding="UTF-8"?>
<ns:Document xmlns:ns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">
 <ns:BkToCstmrStmt><ns:GrpHdr><ns:MsgId>1</ns:MsgId></ns:GrpHdr>
  <ns:Stmt><ns:Id>2026-11-18</ns:Id>
   <ns:Acct><ns:Id><ns:Othr><ns:Id>SA0380000000608010167519</ns:Id></ns:Othr></ns:Id><ns:Ccy>SAR</ns:Ccy></ns:Acct>
   <ns:Bal><ns:Tp><ns:CdOrPrtry><ns:Cd>PRCD</ns:Cd></ns:CdOrPrtry></ns:Tp><ns:Amt Ccy="SAR">100.00</ns:Amt><ns:CdtDbtInd>CRDT</ns:CdtDbtInd></ns:Bal>
   <ns:Bal><ns:Tp><ns:CdOrPrtry><ns:Cd>CLBD</ns:Cd></ns:CdOrPrtry></ns:Tp><ns:Amt Ccy="SAR">1109.50</ns:Amt><ns:CdtDbtInd>CRDT</ns:CdtDbtInd></ns:Bal>
   <ns:Ntry><ns:Amt Ccy="SAR">1019.50</ns:Amt><ns:CdtDbtInd>CRDT</ns:CdtDbtInd><ns:Sts>BOOK</ns:Sts>${day('BookgDt')}${day('ValDt')}
    <ns:AcctSvcrRef>NJD-118204</ns:AcctSvcrRef><ns:NtryDtls><ns:TxDtls>
     <ns:RmtInf><ns:Ustrd>POS settlement</ns:Ustrd><ns:Ustrd>17 November</ns:Ustrd></ns:RmtInf>
    </ns:TxDtls></ns:NtryDtls></ns:Ntry>
   <ns:Ntry><ns:Amt Ccy="SAR">10.00</ns:Amt><ns:CdtDbtInd>DBIT</ns:CdtDbtInd><ns:Sts>BOOK</ns:Sts>${day('BookgDt')}${day('ValDt')}</ns:Ntry>
   <ns:Ntry><ns:Amt Ccy="SAR">7.00</ns:Amt><ns:CdtDbtInd>CRDT</ns:CdtDbtInd><ns:Sts>PDNG</ns:Sts>${day('ValDt')}</ns:Ntry>
  </ns:Stmt>
 </ns:BkToCstmrStmt>
</ns:Document>`;

test.each([
  ['days', (tag: string) => `<ns:${tag}><ns:Dt>2026-11-18</ns:Dt></ns:${tag}>`],
  ['moments', (tag: string) => `<ns:${tag}><ns:DtTm>2026-11-18T23:30:00+03:00</ns:DtTm></ns:${tag}>`],
  [
    'moments without a zone',
    (tag: string) => `<ns:${tag}><ns:DtTm>2026-11-18T23:30:00</ns:DtTm></ns:${tag}>`,
  ],
])('camt.053 of version 02, with %s: the same lines and balances as of version 08', (_, day) => {
  const [newer] = readCamt053(camt(entry('1019.50', details) + entry('10.00', '', 'DBIT')));
  const [older] = readCamt053(camt02(day));
  const numbered = (lines: StatementLine[] = []) => lines.map((line, at) => ({ ...line, line: at }));
  expect(numbered(older?.lines)).toEqual(numbered(newer?.lines));
  expect(older).toMatchObject({
    account: newer?.account,
    openingMinor: newer?.openingMinor,
    closingMinor: newer?.closingMinor,
    refused: [{ reason: 'pending' }],
  });
  expect(older?.openingMinor).toBe(10_000);
});

test.each([
  ['amount', entry('1,019.50')],
  ['amount', entry('1,230')],
  ['amount', entry('10.005')],
  ['amount', entry('0.00')],
  ['currency', entry('10.00').replace('Ccy="SAR"', 'Ccy="AED"')],
  ['date', entry('10.00').replaceAll('2026-11-18', '2026-02-30')],
  ['pending', entry('10.00').replace('BOOK', 'PDNG')],
])('camt.053: an entry is refused for its %s, with its line, and the others are read', (reason, wrong) => {
  const [statement] = readCamt053(camt(wrong + entry('5.00')));
  expect(statement?.refused).toEqual([{ line: 9, reason }]);
  expect(statement?.lines.map(({ amountMinor }) => amountMinor)).toEqual([500]);
  // With a line that nobody could read there is nothing to hold the balance against.
  expect(statement && balanceOf(statement)).toBeNull();
});

const refusal = (read: () => unknown): unknown => {
  try {
    read();
  } catch (error) {
    return (error as { details?: { reason?: string } }).details?.reason;
  }
  return 'taken';
};

test.each([
  [
    'a document type, behind which entities expand',
    `<!DOCTYPE x [<!ENTITY a "b">]>${camt('').slice(38)}`,
    'doctype',
  ],
  ['a file that was cut', camt(entry('5.00')).slice(0, 700), 'xml'],
  ['an entity that nobody declared', camt(entry('5.00', '<AddtlNtryInf>&lol;</AddtlNtryInf>')), 'xml'],
  ['elements nested without an end', `<Document>${'<a>'.repeat(60)}`, 'depth'],
  ['no statement in it', '<Document><a/></Document>', 'noStatement'],
])('camt.053: %s is refused', (_, text, reason) => {
  expect(refusal(() => readCamt053(text))).toBe(reason);
});

test('camt.053: the number of an entry in its statement is no reference, and a limit holds for the whole file', () => {
  const [statement] = readCamt053(camt(entry('5.00', '<NtryRef>7</NtryRef>')));
  expect(statement?.lines[0]).toMatchObject({ reference: '', isBanksOwn: false });
  const half = entry('5.00').repeat(2_501);
  expect(refusal(() => readCamt053(camt(half, `<Stmt>${half}</Stmt>`)))).toBe('tooManyLines');
  expect(refusal(() => readCamt053(camt('', '<Stmt/>'.repeat(5_000))))).toBe('tooManyLines');
});

test('camt.053: several accounts in one file stand apart, each with its balances; what the bank takes back is marked', () => {
  const other = `<Stmt><Id>2</Id><Acct><Id><IBAN>SA4420000001234567891234</IBAN></Id></Acct>
   <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="SAR">50.00</Amt><CdtDbtInd>DBIT</CdtDbtInd></Bal>
   <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="SAR">57.00</Amt><CdtDbtInd>DBIT</CdtDbtInd></Bal>
   ${entry('7.00', '<RvslInd>true</RvslInd>', 'DBIT')}</Stmt>`;
  const [one, two, ...more] = readCamt053(camt(entry('1009.50'), other));
  expect(more).toEqual([]);
  expect([one?.account, two?.account]).toEqual(['SA0380000000608010167519', 'SA4420000001234567891234']);
  expect([one?.lines, two?.lines]).toMatchObject([
    [{ amountMinor: 100_950, isReversal: false }],
    [{ amountMinor: -700, isReversal: true }],
  ]);
  expect([one && balanceOf(one), two && balanceOf(two)]).toEqual([
    { statedMinor: 110_950, reckonedMinor: 110_950 },
    { statedMinor: -5_700, reckonedMinor: -5_700 },
  ]);
});

test('lines of several currencies are held against no balance', () => {
  const [statement] = readCamt053(camt(entry('5.00') + entry('5.00').replace('Ccy="SAR"', 'Ccy="USD"')));
  expect(statement && balanceOf(statement)).toBeNull();
});

const mt940 = `{1:F01NJDASARIXXXX0000000000}{2:I940XXXXN}{4:
:20:STMT261118
:25:SA0380000000608010167519
:28C:322/1
:60F:C261117SAR100,00
:61:2611181118C1019,50NTRFNONREF//NJD-118204
:86:POS settlement
 17 November
:61:261118D10,NCHG4711
:86:Fees
:61:261118RC2,25NTRFX//Y
:62F:C261118SAR1107,25
-}`;

test('MT940: credits, debits and reversals with both kinds of reference, and balances that agree', () => {
  const [statement] = readMt940(mt940);
  expect(statement).toMatchObject({ account: 'SA0380000000608010167519', refused: [] });
  expect(statement?.lines).toEqual([
    {
      line: 6,
      valueDate: '2026-11-18',
      amountMinor: 101_950,
      currency: 'SAR',
      reference: 'NJD-118204',
      isBanksOwn: true,
      text: 'POS settlement 17 November',
      knownBy: 'POS settlement 17 November',
      isReversal: false,
      isOff: false,
    },
    {
      line: 9,
      valueDate: '2026-11-18',
      amountMinor: -1_000,
      currency: 'SAR',
      reference: '4711',
      isBanksOwn: false,
      text: 'Fees',
      knownBy: 'Fees',
      isReversal: false,
      isOff: false,
    },
    {
      line: 11,
      valueDate: '2026-11-18',
      amountMinor: -225,
      currency: 'SAR',
      reference: 'Y',
      isBanksOwn: true,
      text: '',
      knownBy: '',
      isReversal: true,
      isOff: false,
    },
  ]);
  expect(statement && balanceOf(statement)).toEqual({ statedMinor: 110_725, reckonedMinor: 110_725 });
});

test.each([
  ['shape', ':61:yesterday C10,00'],
  ['shape', ':61:261118C10.00NTRFX'],
  ['date', ':61:261332C10,00NTRFX'],
  ['amount', ':61:261118C0,00NTRFX'],
])('MT940: a line is refused for its %s, with its number', (reason, wrong) => {
  const [statement] = readMt940(mt940.replace(':61:261118D10,NCHG4711', wrong));
  expect(statement?.refused).toEqual([{ line: 9, reason }]);
  // What is said of it is said of no other.
  expect(statement?.lines.map(({ text }) => text)).toEqual(['POS settlement 17 November', '']);
});

test('MT940: a reference with a stroke stays whole, and what is said of the statement is said of no line', () => {
  const [statement] = readMt940(
    mt940.replace('NONREF//NJD-118204', 'INV/2026/17').replace('\n-}', '\n:86:Merchant settlement\n-}'),
  );
  expect(statement?.lines[0]).toMatchObject({ reference: 'INV/2026/17', isBanksOwn: false });
  expect(statement?.lines[2]).toMatchObject({ text: '' });
  const lines = ':61:261118C1,00NTRFX\n'.repeat(2_501);
  const half = `:20:A\n:25:1\n:60F:C261117SAR1,00\n${lines}`;
  expect(refusal(() => readMt940(half + half))).toBe('tooManyLines');
});

test('a balance that its lines do not come to is told, and two messages are two statements', () => {
  const [wrong] = readMt940(mt940.replace('SAR1107,25', 'SAR1107,26'));
  expect(wrong && balanceOf(wrong)).toEqual({ statedMinor: 110_726, reckonedMinor: 110_725 });
  expect(readMt940(`${mt940}\n${mt940}`)).toHaveLength(2);
});

test.each([
  ['1234.56', 123_456],
  ['1234,5', 123_450],
  ['7', 700],
  ['7,', 700],
  ['7.10000', 710],
  ['7.101', null],
  ['-7', null],
  ['1e3', null],
  ['', null],
  ['12345678901234', null],
])('the amount %s', (text, minor) => {
  expect(minorOf(text)).toBe(minor);
});

test('MT940: the account of :25P:, and an IBAN with its currency behind it, are the account', () => {
  const accountOf = (text: string) =>
    readMt940(mt940.replace(':25:SA0380000000608010167519', text))[0]?.account;
  const iban = 'SA0380000000608010167519';
  expect(accountOf(`:25P:${iban}\nNJDASARIXXX`)).toBe(iban);
  expect(accountOf(`:25:${iban}SAR`)).toBe(iban);
  expect(accountOf(`:25:NJDASARI/${iban}`)).toBe(iban);
  // What is no IBAN of ours is left as the bank wrote it.
  expect(accountOf(':25:608010167519SAR')).toBe('608010167519SAR');
});

test('MT940: subfields of :86: are read as words, and fields of a bank alone are in no text', () => {
  const said =
    '166?00SETTLEMENT?109075?20EREF+NO POS 17 November 202?216?22mada?30NJDASARI?32NAJD BANK?60net';
  const [statement] = readMt940(mt940.replace(':86:Fees', `:86:${said}\n:NS:17internal`));
  expect(statement?.lines[1]?.text).toBe('SETTLEMENT EREF+NO POS 17 November 2026 mada NAJD BANK net');
  // A statement that was entered when subfields were not read yet doubles nothing.
  expect(statement?.lines[1]?.knownBy).toBe(said);
});

test('MT940: a text of six lines is one text of its line, and behind windows line ends and a byte order mark, too', () => {
  const six = ['POS SETTLEMENT', 'MADA', 'TID 88501158', 'BATCH 175', '17 NOV 2026', 'NET OF FEES'];
  const text = mt940.replace('POS settlement\n 17 November', six.join('\n'));
  for (const form of [text, `\ufeff${text.replaceAll('\n', '\r\n')}`]) {
    const [statement] = readMt940(form);
    expect(statement?.lines.map((line) => line.text)).toEqual([six.join(' '), 'Fees', '']);
    expect(statement?.refused).toEqual([]);
  }
});

test('MT940: where no :86: follows, what the line says below itself is its text; funds codes are no marks', () => {
  const [statement] = readMt940(
    mt940.replace(':61:261118RC2,25NTRFX//Y', ':61:2611181118RCR2,25NTRFX//Y\nmada reversal'),
  );
  expect(statement?.lines[2]).toMatchObject({ amountMinor: -225, isReversal: true, text: 'mada reversal' });
  const debit = readMt940(mt940.replace('D10,NCHG4711', 'RDR10,NCHG4711'))[0]?.lines[1];
  expect(debit).toMatchObject({ amountMinor: 1_000, isReversal: true });
});
