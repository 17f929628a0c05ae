/** Coverage from a file's bytes to its summary: parts, the order of files, and that BALANCED is never said over a gap. */
import { schemeNames } from '@mizan/contract/reconciliation-terms.ts';
import { describe, expect, test } from 'vitest';
import { at, fileOf, sold, type Trial, tryBankFile } from '../bank-file-trial.ts';
import { epochDayOfIso } from '../normalise/date-text.ts';
import { type JobPart, type PartFile, unconfirmedPart } from './coverage-job.ts';

const part = (of: Partial<JobPart>): JobPart => ({
  ...unconfirmedPart,
  id: '1',
  openingMs: at('20 00:00'),
  ...of,
});
const file = (bankFileId: string, newestLine: string, of: Partial<PartFile> = {}): PartFile => ({
  bankFileId,
  newestLineMs: at(newestLine),
  settlement: null,
  batches: [],
  stretches: [],
  ...of,
});
const outcomesOf = ({ entries }: Trial): string[] =>
  entries.map(({ outcome, transaction_id }) => `${outcome} ${transaction_id}`);

describe('what is said beside the verdict', () => {
  test('until when the file covers, and the money after it by its due day', async () => {
    const payments = [
      sold(1, '20 09:00'),
      sold(2, '20 21:00'),
      sold(3, '20 22:30', { tid: '88505544' }),
      sold(4, '20 08:00', { tid: '88505544' }),
      sold(5, '20 23:00', { dueDay: '2026-11-22' }),
      sold(6, '19 12:00'),
    ];
    const { summary } = await tryBankFile(fileOf(payments.slice(0, 2).concat(payments[3] ?? {})), payments);
    expect(summary).toMatchObject({
      verdict: 'BALANCED',
      coverage: {
        partId: null,
        openingMs: at('20 00:00'),
        fromMs: at('20 00:00'),
        toMs: at('20 21:00'),
        exceptions: [],
        after: [
          { dueDay: '2026-11-21', count: 1, amountMinor: 10_000 },
          { dueDay: '2026-11-22', count: 1, amountMinor: 10_000 },
        ],
        beforeFirstFile: [{ currency: 'SAR', count: 1, amountMinor: 10_000 }],
        withoutFile: [],
      },
    });
  });

  test('a terminal that is covered for a shorter time than the file', async () => {
    const payments = [
      sold(1, '20 09:00', { tid: '88505544' }),
      sold(2, '20 22:30', { tid: '88505544' }),
      sold(3, '20 23:00'),
    ];
    const { summary } = await tryBankFile(fileOf([payments[0] ?? {}, payments[2] ?? {}]), payments);
    expect(summary.coverage?.exceptions).toEqual([
      {
        tid: '88505544',
        scheme: 'Mada',
        toMs: at('20 09:00'),
        currency: 'SAR',
        count: 1,
        amountMinor: 10_000,
      },
    ]);
  });

  test('every terminal that is covered for a shorter time is named, however many they are', async () => {
    const tids = Array.from({ length: 501 }, (_, at) => String(88_600_000 + at));
    const brought = [
      ...tids.map((tid, at) => sold(2 * at + 1, '20 09:00', { tid })),
      sold(2_001, '20 23:00'),
    ];
    const after = tids.map((tid, at) => sold(2 * at + 2, '20 22:30', { tid }));
    const { summary, entries } = await tryBankFile(fileOf(brought), [...brought, ...after]);
    const { coverage } = summary;
    const stated = new Map(coverage?.exceptions.map(({ tid, toMs }) => [tid, toMs]));
    const confirmed = new Set(entries.flatMap((entry) => (entry.claims === 't' ? entry.transaction_id : [])));
    // BALANCED says that each payment of the coverage it states is confirmed, also of the last terminal.
    const unsaid = after.filter(({ id, tid }) => {
      const toMs = stated.has(String(tid)) ? stated.get(String(tid)) : coverage?.toMs;
      return toMs === at('20 23:00') && !confirmed.has(String(id));
    });
    expect({ verdict: summary.verdict, unsaid: unsaid.map(({ tid }) => tid) }).toEqual({
      verdict: 'BALANCED',
      unsaid: [],
    });
    expect(stated).toEqual(new Map(tids.map((tid) => [tid, at('20 09:00')])));
  });
});

describe('parts', () => {
  const riyadh = part({ id: '1', tids: ['88501158'] });
  const jeddah = part({ id: '2', tids: ['88505544'] });
  const payments = [
    sold(1, '20 09:00'),
    sold(2, '20 10:00', { tid: '88505544' }),
    sold(3, '20 11:00', { tid: '88505544' }),
    sold(4, '20 12:00'),
  ];

  test('a file of one branch says nothing of the other', async () => {
    const { summary } = await tryBankFile(fileOf([payments[0] ?? {}, payments[3] ?? {}]), payments, {
      parts: [riyadh, jeddah],
    });
    expect(summary).toMatchObject({ verdict: 'BALANCED', coverage: { partId: '1', after: [] } });
  });

  test('a file that no part holds is INCOMPLETE and claims nothing', async () => {
    const { summary } = await tryBankFile(fileOf(payments.slice(0, 2)), payments, {
      parts: [riyadh, jeddah],
    });
    expect(summary).toMatchObject({ verdict: 'INCOMPLETE', absent: [{ kind: 'part' }], coverage: null });
    expect(summary.bridges[0]?.groups).toEqual({ toClaim: 0, notDueYet: 0, paidTooMuch: 0 });
  });

  test('payments of another bank are none of a part', async () => {
    const { summary } = await tryBankFile(
      fileOf([payments[0] ?? {}, payments[3] ?? {}]),
      [sold(1, '20 09:00'), sold(9, '20 10:00', { bankId: 2 }), sold(4, '20 12:00')],
      { parts: [part({ bankId: 1 })] },
    );
    expect(summary).toMatchObject({ verdict: 'BALANCED', portalCount: 2 });
  });
});

describe('the other files of the part', () => {
  test('what an earlier file names is not named again, and what a later one names is', async () => {
    const payments = [
      sold(1, '20 09:00', { namedBy: 7 }),
      sold(2, '21 09:00', { namedBy: 9 }),
      sold(3, '21 10:00'),
    ];
    const files = [file('7', '20 11:00'), file('9', '23 10:00')];
    const trial = await tryBankFile(fileOf(payments.slice(2)), payments, { parts: [part({ files })] });
    expect(outcomesOf(trial)).toEqual(['missingInBank 2', 'matched 3']);
  });

  test('a second file of the same settlement day stands with the first', async () => {
    const payments = [
      sold(1, '20 09:00', { claimedBy: 7 }),
      sold(2, '20 10:00', { tid: '88505544' }),
      sold(3, '20 11:00', { tid: '88505544', claimedBy: 7 }),
      sold(4, '20 12:00'),
    ];
    const text =
      'Terminal ID,RRN,Transaction Date,Posting Date,Amount\n88501158,632609120004,20/11/2026 12:00,21/11/2026,100.00\n';
    const judged = (settledOn: number) =>
      tryBankFile(text, payments, {
        parts: [
          part({
            files: [file('7', '20 11:00', { settlement: { oldestDay: settledOn, newestDay: settledOn } })],
          }),
        ],
      });
    const sameDay = await judged(epochDayOfIso('2026-11-21'));
    expect(sameDay.summary).toMatchObject({ verdict: 'UNBALANCED', absent: [] });
    expect(outcomesOf(sameDay)).toEqual(['missingInBank 2', 'matched 4']);
    // Of another day it stands after the first, and the terminal has no line of its own in it.
    const nextDay = await judged(epochDayOfIso('2026-11-20'));
    expect(nextDay.summary.absent).toMatchObject([{ kind: 'terminal', value: '88505544' }]);
  });

  test('what another file of the same settlement day names keeps this one from being BALANCED', async () => {
    const payments = [
      sold(1, '20 09:00', { claimedBy: 7 }),
      sold(2, '20 10:00', { namedBy: 7 }),
      sold(3, '20 11:00', { claimedBy: 7 }),
      sold(4, '20 12:00'),
    ];
    const text =
      'Terminal ID,RRN,Transaction Date,Posting Date,Amount\n88501158,632609120004,20/11/2026 12:00,21/11/2026,100.00\n';
    const day = epochDayOfIso('2026-11-21');
    const files = [file('7', '20 11:00', { settlement: { oldestDay: day, newestDay: day } })];
    const trial = await tryBankFile(text, payments, { parts: [part({ files })] });
    expect(trial.summary).toMatchObject({ verdict: 'INCOMPLETE', absent: [{ kind: 'sameDay', count: 1 }] });
    expect(outcomesOf(trial)).toEqual(['matched 4']);
  });

  test('a file of late lines stands where its settlement day stands, and takes nothing from the files before that', async () => {
    const payments = [
      sold(1, '20 08:00', { claimedBy: 8 }),
      sold(2, '20 10:00', { namedBy: 8 }),
      sold(3, '20 12:00'),
      sold(4, '21 20:00', { claimedBy: 9 }),
    ];
    const day = epochDayOfIso('2026-11-22');
    const settlement = { oldestDay: day, newestDay: day };
    const files = [file('8', '20 08:00', { settlement }), file('9', '21 20:00', { settlement })];
    const judged = (others: PartFile[]) =>
      tryBankFile(fileOf(payments.slice(2, 3)), payments, { parts: [part({ files: others })] });
    expect(outcomesOf(await judged(files))).toContain('missingInBank 2');
    // Alone it stands before, and names what lies before its own lines.
    expect(outcomesOf(await judged(files.slice(0, 1)))).not.toContain('missingInBank 2');
  });

  test.each([
    ['before', '09:00'],
    ['after', '23:50'],
  ])(
    'a lost file is told also where cards of the next one stand in an older batch, %s its newest line',
    async (_, time) => {
      const payments = [
        sold(1, `20 ${time}`, { scheme: 'Visa', dueDay: '2026-11-23' }),
        sold(2, '20 12:00', { claimedBy: 7 }),
        sold(3, '21 12:00'),
        sold(4, '22 12:00'),
      ];
      const text = [
        'Terminal ID,RRN,Transaction Date,Settlement Date,Batch No,Card Scheme,Amount',
        `88501158,632609120001,20/11/2026 ${time},23/11/2026,20,VISA,100.00`,
        '88501158,632609120004,22/11/2026 12:00,23/11/2026,22,MADA,100.00',
        '',
      ].join('\n');
      const day = epochDayOfIso('2026-11-21');
      const { summary } = await tryBankFile(text, payments, {
        parts: [
          part({
            files: [
              file('7', '20 12:00', {
                settlement: { oldestDay: day, newestDay: day },
                batches: [{ tid: '88501158', lowest: 20, highest: 20 }],
              }),
            ],
          }),
        ],
      });
      expect(summary).toMatchObject({ verdict: 'INCOMPLETE', absent: [{ kind: 'withoutFile', count: 1 }] });
    },
  );

  test.each([['with'], ['without']])(
    'a batch whose only line has no payment is not lost, %s cards of an older one',
    async (cards) => {
      const payments = [
        sold(1, '20 23:50', { scheme: 'Visa', dueDay: '2026-11-23' }),
        sold(2, '20 12:00', { claimedBy: 7 }),
        sold(3, '21 12:00'),
        sold(4, '22 12:00'),
      ];
      const text = [
        'Terminal ID,RRN,Transaction Date,Settlement Date,Batch No,Card Scheme,Amount',
        ...(cards === 'with' ? ['88501158,632609120001,20/11/2026 23:50,23/11/2026,20,VISA,100.00'] : []),
        '88501158,632609129999,21/11/2026 12:00,23/11/2026,21,MADA,77.00',
        '88501158,632609120004,22/11/2026 12:00,23/11/2026,22,MADA,100.00',
        '',
      ].join('\n');
      const day = epochDayOfIso('2026-11-21');
      const before = file('7', '20 12:00', {
        settlement: { oldestDay: day, newestDay: day },
        batches: [{ tid: '88501158', lowest: 20, highest: 20 }],
      });
      const judged = await tryBankFile(text, payments, { parts: [part({ files: [before] })] });
      expect(outcomesOf(judged)).toContain('missingInBank 3');
      expect(judged.summary.verdict).toBe('UNBALANCED');
    },
  );

  test('a lost file that was the first one with cards is told by the opening, and its cards are not claimed', async () => {
    const payments = [
      sold(1, '19 12:00', { scheme: 'Visa', dueDay: '2026-11-22' }),
      sold(2, '20 20:00', { claimedBy: 7 }),
      sold(3, '21 12:00'),
      sold(4, '22 12:00'),
    ];
    const text = [
      'Terminal ID,RRN,Transaction Date,Settlement Date,Card Scheme,Amount',
      '88501158,632609120004,22/11/2026 12:00,23/11/2026,MADA,100.00',
      '',
    ].join('\n');
    const day = epochDayOfIso('2026-11-21');
    const first = file('7', '20 20:00', { settlement: { oldestDay: day, newestDay: day } });
    const { summary } = await tryBankFile(text, payments, {
      parts: [part({ openingMs: at('19 00:00'), files: [first] })],
    });
    expect(summary).toMatchObject({ verdict: 'INCOMPLETE', absent: [{ count: 1 }, { count: 1 }] });
  });

  test('a stretch that an earlier file names stays its own', async () => {
    const stretch = {
      tid: '88501158',
      schemes: ['Mada' as const],
      fromMs: at('20 10:00'),
      toMs: at('22 09:00'),
    };
    const payments = [sold(1, '21 12:00'), sold(2, '23 09:00'), sold(3, '22 09:00', { claimedBy: 7 })];
    const { summary } = await tryBankFile(fileOf(payments.slice(1, 2)), payments, {
      parts: [part({ files: [file('7', '22 09:00', { stretches: [stretch] })] })],
    });
    expect(summary).toMatchObject({
      verdict: 'BALANCED',
      portalCount: 1,
      coverage: { withoutFile: [], after: [] },
    });
  });
});

test('schemes have room in the tables of coverage', () => {
  expect(schemeNames.length).toBeLessThanOrEqual(8);
});
