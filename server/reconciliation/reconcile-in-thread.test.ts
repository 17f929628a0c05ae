import { expect, test } from 'vitest';
import { copyTextOfPayment, fileText, lineText, trialDefaults } from './bank-file-trial.ts';
import type { InspectEnds } from './inspect-bank-file.ts';
import { entryColumns } from './judge/entry-copy.ts';
import { refusalFrom } from './read/file-refused.ts';
import { withFile } from './read/file-trial.ts';
import { countInThread, inspectInThread, reconcileInThread } from './reconcile-in-thread.ts';
import type { ReconcileEnds } from './reconcile-job.ts';

const rrn = (index: number): string => String(632_609_000_000 + index);
const bigFile = (count: number): string =>
  fileText(...Array.from({ length: count }, (_, index) => lineText({ rrn: rrn(index) })));
const bigPortal = (count: number): Buffer =>
  Buffer.from(
    Array.from({ length: count }, (_, index) => copyTextOfPayment({ id: index + 1, rrn: rrn(index) })).join(
      '',
    ),
  );

const noEnds: ReconcileEnds = {
  payments: async function* () {
    yield new Uint8Array(0);
  },
  entries: () => {},
  progress: () => {},
};

const noneKnown: InspectEnds = { layoutFor: async () => null, payments: noEnds.payments as never };

test('a bank file runs in its own thread, payments cut anywhere, entries whole and in order', async () => {
  const count = 20_000;
  const portal = bigPortal(count);
  let text = '';
  const stages = new Set<string>();
  const summary = await withFile(bigFile(count), (filePath) =>
    reconcileInThread(
      { ...trialDefaults, filePath },
      {
        payments: async function* ({ fromDay, spans }) {
          expect([fromDay, spans]).toEqual(['2026-11-22', [{ fromDay: '2026-11-15', toDay: '2026-11-23' }]]);
          for (let at = 0; at < portal.length; at += 10_007) yield portal.subarray(at, at + 10_007);
        },
        entries: async (chunk) => {
          await Promise.resolve();
          text += Buffer.from(chunk).toString();
        },
        progress: ({ stage }) => void stages.add(stage),
      },
    ),
  );
  expect(summary).toMatchObject({
    verdict: 'BALANCED',
    linesRead: count,
    entryCount: count,
    matchedCount: count,
  });
  const rows = text
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t'));
  expect(rows).toHaveLength(count);
  expect(rows.every((row, index) => row.length === entryColumns.length && row[0] === String(index + 1))).toBe(
    true,
  );
  expect(stages).toContain('judge');
});

test('the lines of a row come from a thread a page at a time, with the count and sum of all', async () => {
  const count = 20_000;
  const row = { of: 'lines', currency: 'SAR', kind: 'whole', value: '', after: 10, limit: 50 } as const;
  const page = await withFile(bigFile(count), (filePath) =>
    countInThread({ ...trialDefaults, filePath }, row, {
      payments: async function* () {
        yield bigPortal(count);
      },
    }),
  );
  expect(page).toMatchObject({ count, nextAfter: page.rows.at(-1)?.line });
  expect(page.totalMinor).toBe(count * (page.rows[0]?.amountMinor ?? 0));
  expect(page.rows).toHaveLength(50);
  expect(page.rows.map(({ line }) => line)).toEqual(Array.from({ length: 50 }, (_, index) => index + 11));
});

test('lines of a row that nobody waits for any more end at once', async () => {
  const gone = new AbortController();
  const row = { of: 'lines', currency: 'SAR', kind: 'whole', value: '', after: 0, limit: 50 } as const;
  const never = withFile(bigFile(10), (filePath) =>
    countInThread(
      { ...trialDefaults, filePath },
      row,
      {
        payments: async function* () {
          gone.abort(new Error('nobody waits'));
          await new Promise(() => {});
          yield new Uint8Array(0);
        },
      },
      { signal: gone.signal },
    ),
  );
  await expect(never).rejects.toThrow('nobody waits');
});

test('a refusal of the file comes back as one, from the thread', async () => {
  const refused = withFile('%PDF-1.7', (filePath) =>
    reconcileInThread({ ...trialDefaults, filePath }, noEnds),
  );
  expect(refusalFrom(await refused.catch((error: unknown) => error))).toEqual({ code: 'notTable' });
});

test('what an end throws ends the run, and the query of the payments is closed', async () => {
  let closed = false;
  const lost = new Error('the database is gone');
  const run = withFile(bigFile(10), (filePath) =>
    reconcileInThread(
      { ...trialDefaults, filePath },
      {
        ...noEnds,
        payments: async function* () {
          try {
            yield bigPortal(10);
          } finally {
            closed = true;
          }
        },
        entries: () => Promise.reject(lost),
      },
    ),
  );
  await expect(run).rejects.toBe(lost);
  expect(closed).toBe(true);
});

test('an aborted run rejects at once with its reason', async () => {
  const stop = new AbortController();
  const reason = new Error('the portal stops');
  const run = withFile(bigFile(10), (filePath) =>
    reconcileInThread(
      { ...trialDefaults, filePath },
      {
        ...noEnds,
        payments: async function* () {
          stop.abort(reason);
          yield await new Promise<never>(() => {});
        },
      },
      { signal: stop.signal },
    ),
  );
  await expect(run).rejects.toBe(reason);
});

const { filePath: _, ...looked } = { ...trialDefaults, filePath: '', parts: [] };

test('an inspection finds columns, formats and a preview, and a layout to hand back', async () => {
  const text =
    'رقم الجهاز;الرقم المرجعي;تاريخ العملية;المبلغ;ملاحظة\n88501158;632609120001;1448/06/12;١٬٢٤٠٫٥٠;4111111111111111\n';
  const found = await withFile(text, (filePath) => inspectInThread({ ...looked, filePath }, noneKnown));
  expect(found.facts).toMatchObject({ kind: 'text', delimiter: ';', encoding: 'utf-8' });
  expect(found.mapping.fields).toEqual(['terminalId', 'rrn', 'date', 'amount', null]);
  expect(found).toMatchObject({ isRemembered: false, mapping: { missing: [], headerLine: 1 } });
  expect(found.preview).toEqual([
    { line: 2, cells: ['88501158', '632609120001', '1448/06/12', '١٬٢٤٠٫٥٠', '411111******1111'] },
  ]);
  expect(found.layout.fields).toMatchObject({ 'رقم الجهاز': 'terminalId', ملاحظه: null });
});

test('an inspection asks for the payments that its lines name, then for those of its days, and has both sides', async () => {
  const text = fileText(...[0, 1].map((index) => lineText({ rrn: rrn(index), date: '03/11/2026 12:00' })));
  const payments = [0, 1, 2].map((index) =>
    copyTextOfPayment({
      id: index + 1,
      rrn: rrn(index),
      businessDay: '2026-11-03',
      createdAtMs: Date.parse('2026-11-03T12:00:00+03:00'),
    }),
  );
  const asked: unknown[] = [];
  const found = await withFile(text, (filePath) =>
    inspectInThread(
      { ...looked, filePath },
      {
        layoutFor: async (keys) => {
          asked.push(keys.length);
          return null;
        },
        payments: async function* (scope) {
          asked.push('rrns' in scope ? scope : [scope.spans[0]?.fromDay, scope.spans[0]?.toDay]);
          yield Buffer.from(payments.slice(0, 'rrns' in scope ? 2 : 3).join(''));
        },
      },
    ),
  );
  expect(asked).toEqual([
    12,
    { rrns: [rrn(0), rrn(1)], references: [], days: [], amountsMinor: [] },
    ['2026-10-27', '2026-11-04'],
  ]);
  expect(found.trial?.questions.map(({ question, way }) => [question, way])).toEqual([
    ['dateOrder', 'dayFirst'],
    ['clock', 'riyadh'],
    ['day', 'date'],
    ['amounts', 'point'],
    ['currency', 'SAR'],
    ['fees', 'vatApart'],
  ]);
  expect(found.whole?.sides.find(({ kind }) => kind === 'day')).toMatchObject({
    currency: 'SAR',
    kind: 'day',
    value: '2026-11-03',
    lines: 2,
    bankMinor: 20_000,
    payments: 3,
    portalMinor: 30_000,
    notInFile: 1,
    notInFileMinor: 10_000,
  });
});

test('a file of a remembered layout is not read whole for anybody', async () => {
  const text = fileText(lineText({ rrn: rrn(0) }));
  const ends = (layout: InspectEnds['layoutFor']): InspectEnds => ({
    layoutFor: layout,
    payments: async function* () {
      yield bigPortal(1);
    },
  });
  const inspect = (layout: InspectEnds['layoutFor']) =>
    withFile(text, (filePath) => inspectInThread({ ...looked, filePath }, ends(layout)));
  const first = await inspect(async () => null);
  const again = await inspect(async () => ({ layout: first.layout, parts: [] }));
  expect(again).toMatchObject({ isRemembered: true, changes: {}, whole: null });
});
