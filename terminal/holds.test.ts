import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TerminalFrameBody } from '@mizan/contract/terminal-link.ts';
import { afterAll, expect, test } from 'vitest';
import { makeDevice } from './device.ts';
import { openJournal } from './journal.ts';

const folder = mkdtempSync(join(tmpdir(), 'mizan-holds-'));
const power = new AbortController();
const journal = openJournal(join(folder, 'journal.jsonl'));
const sent: TerminalFrameBody[] = [];
const device = makeDevice({
  tid: '88501158',
  journal,
  send: (body) => void sent.push(body),
  drop: () => {},
  speed: 0,
  stopping: power.signal,
});
afterAll(() => {
  power.abort();
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});
const said = <T extends TerminalFrameBody['type']>(type: T) =>
  sent.filter((body): body is Extract<TerminalFrameBody, { type: T }> => body.type === type);

test('what is held is ended once, by what names it, and is in no total of a reconciliation', async () => {
  expect(device.endHold(5_000)).toBeNull();
  device.sell(12_500, 'PREAUTH');
  await expect.poll(() => said('sale.report').length).toBe(1);
  const [held] = said('sale.report').map(({ body }) => body);
  expect(held).toMatchObject({ kind: 'PREAUTH', amountMinor: 12_500 });
  await expect.poll(() => device.endHold(5_000)).not.toBeNull();
  await expect.poll(() => said('sale.report').length).toBe(2);
  expect(said('sale.report')[1]?.body).toMatchObject({
    kind: 'COMPLETION',
    amountMinor: 5_000,
    originalRrn: held?.rrn,
    maskedPan: held?.maskedPan,
  });
  await expect.poll(() => device.inFlight()).toEqual([]);
  expect(device.endHold()).toBeNull();
  expect(device.reconcile()).not.toBeNull();
  await expect.poll(() => said('recon.result').length).toBe(1);
  const sums = said('recon.result')[0]?.body.schemes.map(({ terminal }) => terminal.debitMinor);
  expect(sums).toEqual([5_000]);
});
