import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Entry, openJournal } from './journal.ts';

const folder = mkdtempSync(join(tmpdir(), 'mizan-journal-'));
const file = join(folder, 'journal.jsonl');
afterEach(() => rmSync(file, { force: true }));

const started: Entry = {
  entry: 'started',
  at: '2026-11-21T09:00:00.000Z',
  paymentId: '0197f2c0-0000-7000-8000-000000000001',
  kind: 'PURCHASE',
  amountMinor: 12_500,
  currency: 'SAR',
  origin: 'portal',
};

test('it keeps its id as long as its file, and another file has another one', () => {
  const journal = openJournal(file);
  const { id } = journal;
  journal.close();
  const again = openJournal(file);
  expect(again.id).toBe(id);
  again.close();
  rmSync(file);
  const another = openJournal(file);
  expect(another.id).not.toBe(id);
  another.close();
});

test('one that was begun without an id keeps what it has, and gets one', () => {
  writeFileSync(file, `${JSON.stringify(started)}\n`);
  const journal = openJournal(file);
  const { id } = journal;
  journal.close();
  const again = openJournal(file);
  expect(again.id).toBe(id);
  expect(again.payments.get(started.paymentId)).toMatchObject({ started });
  again.close();
});

test('what was appended is there when it is opened again', () => {
  const journal = openJournal(file);
  journal.append(started);
  journal.append({ entry: 'online', paymentId: started.paymentId });
  journal.close();
  const again = openJournal(file);
  expect(again.payments.get(started.paymentId)).toMatchObject({ started, online: true, results: [] });
  again.close();
});

test('what the portal acknowledged is known when it is opened again, and is not said for ever', () => {
  const reconciliationId = '0197f2c0-0000-7000-8000-000000000002';
  const journal = openJournal(file);
  journal.append(started);
  journal.append({ entry: 'started', reconciliationId, at: '2026-11-21T10:00:00.000Z', origin: 'portal' });
  const before = [
    journal.payments.get(started.paymentId)?.acked,
    journal.recons.get(reconciliationId)?.acked,
  ];
  expect(before).toEqual([new Set(), false]);
  journal.append({ entry: 'acked', paymentId: started.paymentId, resultSeq: 3 });
  journal.append({ entry: 'acked', reconciliationId });
  journal.close();
  const again = openJournal(file);
  expect(again.payments.get(started.paymentId)?.acked).toEqual(new Set([3]));
  expect(again.recons.get(reconciliationId)?.acked).toBe(true);
  again.close();
});

test('a torn last line is cut off, and the next entry stands on a line of its own', () => {
  const journal = openJournal(file);
  journal.append(started);
  journal.close();
  appendFileSync(file, '{"entry":"online","paym');
  const again = openJournal(file);
  expect(again.payments.get(started.paymentId)?.online).toBe(false);
  again.append({ entry: 'online', paymentId: started.paymentId });
  again.close();
  expect(
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).entry),
  ).toEqual(['begun', 'started', 'online']);
});

test('an entry about a payment that was never started is refused', () => {
  const journal = openJournal(file);
  expect(() => journal.append({ entry: 'online', paymentId: started.paymentId })).toThrow(/does not know/);
  journal.close();
});

test('a closed journal writes nothing, also where another one has its file open', () => {
  const journal = openJournal(file);
  journal.close();
  const before = readFileSync(file, 'utf8');
  const again = openJournal(file);
  expect(() => journal.append(started)).toThrow('closed');
  expect(readFileSync(file, 'utf8')).toBe(before);
  again.close();
});
