import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utils, write } from '@e965/xlsx';
import type { BankFileEntry } from '@mizan/contract/bank-file-entry.ts';
import { makeKey } from '@mizan/contract/integrator-keys.ts';
import * as contract from '@mizan/contract/reconciliation.ts';
import { pathOf } from '@mizan/contract/route.ts';
import type { Scope } from '@mizan/contract/scopes.ts';
import { setWatchedFolder } from '@mizan/contract/watched-folder.ts';
import { afterAll, expect, test } from 'vitest';
import { statementTaker } from './features/deposits/statements/arrived-statements.service.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  confirm,
  csvLineOf,
  csvOf,
  detailOf,
  type Sold,
  sell,
} from './features/reconciliation/testing/bank-world.ts';
import { watchFolders } from './features/watched-folder/folder-watch.ts';
import { platformRows } from './platform/database/database.ts';
import { createLog } from './platform/log.ts';

/**
 * A bank file by each way that it comes: by hand, by the watched folder and with a key. The same bytes come to the same verdict
 * whichever way they took, which a key reads back, and are one file however often and by whichever ways they come.
 */
const first = await bankWorld();
const { portal, runner } = first;
const { db, clock } = portal;
const root = await mkdtemp(join(tmpdir(), 'mizan-file-ways-'));
afterAll(() => rm(root, { recursive: true, force: true }));

const watch = watchFolders({
  db,
  clock,
  log: createLog('silent'),
  root,
  folder: portal.bankFiles,
  statements: statementTaker({ db, clock }),
  wake: () => runner.wake(),
});
afterAll(() => watch.stop());

interface Shop {
  world: BankWorld;
  writeKey: string;
  readKey: string;
  folder: string;
}

async function openShop(): Promise<Shop> {
  const world = await anotherMerchant(first);
  const keyOf = async (name: string, scope: Scope): Promise<string> => {
    const body = { name, isTest: false, scopes: [scope], lastDay: '2026-12-31' };
    return (await portal.call(makeKey, { body }, { token: world.token })).json<{ key: string }>().key;
  };
  const folder = join(root, world.merchant.merchantId);
  await mkdir(folder);
  await portal.call(setWatchedFolder, { body: { isOn: true } }, { token: world.token });
  return {
    world,
    folder,
    writeKey: await keyOf('Books in', 'bankFiles:write'),
    readKey: await keyOf('Books out', 'bankFiles:read'),
  };
}

const post = (token: string, fileName: string, payload: Buffer) =>
  portal.app.inject({
    method: 'POST',
    url: `${pathOf(contract.uploadBankFile)}?fileName=${fileName}`,
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
      'content-type': 'application/octet-stream',
    },
    payload,
  });

type Bring = (shop: Shop, fileName: string, bytes: Buffer) => Promise<void>;
async function send(token: string, fileName: string, bytes: Buffer): Promise<void> {
  const answer = await post(token, fileName, bytes);
  expect(answer.statusCode).toBe(201);
}
async function drop({ folder }: Shop, fileName: string, bytes: Buffer): Promise<void> {
  await writeFile(join(folder, fileName), bytes);
  for (const _time of [1, 2]) await watch.look();
  expect((await readdir(folder)).toSorted()).toEqual(['done']);
}
/** Each way to its end: the file is on the portal. */
const ways = {
  upload: ({ world }, ...file) => send(world.token, ...file),
  key: ({ writeKey }, ...file) => send(writeKey, ...file),
  folder: drop,
} satisfies Record<string, Bring>;
type Way = keyof typeof ways;
const wayNames = Object.keys(ways) as Way[];

/** Everything that is said of a shop's files to a key that may read, and to nothing else. */
async function readBack({ readKey }: Shop) {
  const token = { token: readKey };
  const list = await portal.call(contract.listBankFiles, { query: {} }, token);
  expect(list.statusCode).toBe(200);
  const { rows } = list.json<{ rows: contract.BankFileRow[] }>();
  return Promise.all(
    rows.map(async ({ id }) => {
      const params = { id };
      const detail = (
        await portal.call(contract.getBankFile, { params }, token)
      ).json<contract.BankFileDetail>();
      if (detail.state !== 'DONE') return { detail, entries: [] };
      const query = { outcome: 'all', limit: 200 } as const;
      const entries = await portal.call(contract.listEntries, { params, query }, token);
      return { detail, entries: entries.json<{ rows: BankFileEntry[] }>().rows };
    }),
  );
}

/** A day with each simple kind of difference: a line as it was sold, one short, one charged too much, one of nobody, one missing. */
async function soldDay(world: BankWorld, day: string): Promise<string[][]> {
  const sold = await sell(
    world,
    [10_000, 20_000, 30_000, 40_000, 50_000].map((amountMinor, index) => ({
      amountMinor,
      at: `2026-11-${day} 1${index}:00`,
    })),
  );
  const [whole, short, dear, missing, late] = sold as [Sold, Sold, Sold, Sold, Sold];
  const strange = {
    rrn: `9999990000${day}`,
    approvalCode: `9000${day}`,
    lastFour: '9999',
    amountMinor: 77_700,
  };
  return [
    csvLineOf(whole),
    csvLineOf(short, { amountMinor: 19_000 }),
    csvLineOf(dear, { feeMinor: dear.feeMinor + 50 }),
    csvLineOf(missing, strange),
    csvLineOf(late),
  ].map((line) => line.split(','));
}

const forms = {
  csv: (rows: string[][]) => Buffer.from(rows.map((row) => row.join(',')).join('\n') + '\n'),
  xlsx: (rows: string[][]) => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'POS');
    return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
  },
};
const heading = csvOf([]).trim().split(',');

/** What a file came to, without what is each shop's own: ids of its bank, its part and its payments. */
const cameTo = ({ detail, entries }: Awaited<ReturnType<typeof readBack>>[number]) => ({
  state: detail.state,
  verdict: detail.verdict,
  lines: [detail.linesRead, detail.linesRejected],
  days: [detail.firstDay, detail.lastDay],
  exceptionCount: detail.exceptionCount,
  differences: detail.differences,
  toClaim: detail.toClaim,
  currencies: detail.result?.currencies,
  outcomes: detail.result?.outcomes,
  coverage: { ...detail.result?.coverage, partId: null, place: null },
  rows: detail.result?.rows,
  entries: entries.map(({ outcome, reason, lines, portalMinor, bankMinor, differenceMinor }) => ({
    outcome,
    reason,
    lines,
    portalMinor,
    bankMinor,
    differenceMinor,
  })),
});

test.each(Object.keys(forms) as (keyof typeof forms)[])(
  'the same file (%s) by hand, by the folder and with a key comes to the same verdict, read back with a key',
  async (form) => {
    const told: Record<string, unknown[]> = {};
    for (const way of wayNames) {
      const shop = await openShop();
      const { world } = shop;
      // The first of its columns asks a person, whichever way it came; the next one is judged by itself.
      await ways[way](shop, `pos-1.${form}`, forms[form]([heading, ...(await soldDay(world, '16'))]));
      await runner.idle();
      const [waiting] = await readBack(shop);
      expect(waiting?.detail.state).toBe('WAITING_LAYOUT');
      await confirm(world, await detailOf(world, waiting?.detail.id ?? ''));
      await runner.idle();
      await ways[way](shop, `pos-2.${form}`, forms[form]([heading, ...(await soldDay(world, '17'))]));
      await runner.idle();
      told[way] = (await readBack(shop)).map(cameTo);
    }
    expect(told['upload']).toMatchObject([
      { state: 'DONE', verdict: 'UNBALANCED', lines: [5, 0] },
      { state: 'DONE', verdict: 'UNBALANCED', lines: [5, 0] },
    ]);
    expect(told['folder']).toEqual(told['upload']);
    expect(told['key']).toEqual(told['upload']);
  },
);

test.each(wayNames.flatMap((one) => wayNames.map((other) => [one, other] as const)))(
  'the same bytes by %s and again by %s, under another name, are one file with one verdict',
  async (one, other) => {
    const shop = await openShop();
    const bytes = forms.csv([heading, ...(await soldDay(shop.world, '16'))]);
    await ways[one](shop, 'najd.csv', bytes);
    await runner.idle();
    const [waiting] = await readBack(shop);
    await confirm(shop.world, await detailOf(shop.world, waiting?.detail.id ?? ''));
    await runner.idle();
    const before = await readBack(shop);
    await ways[other](shop, 'again.csv', bytes);
    await runner.idle();
    expect(await readBack(shop)).toEqual(before);
    expect(before.map(({ detail }) => [detail.fileName, detail.state])).toEqual([['najd.csv', 'DONE']]);
    const [rows] = await platformRows<{ files: number; entries: number }>(
      db,
      `SELECT (SELECT count(*)::int FROM bank_files WHERE merchant_id = $1) AS files,
              (SELECT count(*)::int FROM bank_exceptions WHERE merchant_id = $1 AND gone IS NULL) AS entries`,
      [shop.world.merchant.merchantId],
    );
    expect(rows).toEqual({ files: 1, entries: before[0]?.detail.exceptionCount });
  },
);

test('the same bytes by hand and with a key at once are one file, and each is told so', async () => {
  const shop = await openShop();
  const bytes = forms.csv([heading, ...(await soldDay(shop.world, '16'))]);
  const answers = await Promise.all(
    [shop.world.token, shop.writeKey, shop.writeKey].map((token) => post(token, 'najd.csv', bytes)),
  );
  await runner.idle();
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
  const told = answers.map((answer) => answer.json<{ bankFile: { id: string }; same: boolean }>());
  expect(told.filter(({ same }) => !same)).toHaveLength(1);
  expect(new Set(told.map(({ bankFile }) => bankFile.id)).size).toBe(1);
  expect(await readBack(shop)).toHaveLength(1);
});

test('a key that may send reads nothing, one that may read sends nothing, and a key of another merchant finds no file', async () => {
  const [shop, stranger] = [await openShop(), await openShop()];
  const bytes = forms.csv([heading, ...(await soldDay(shop.world, '16'))]);
  expect((await post(shop.readKey, 'najd.csv', bytes)).statusCode).toBe(403);
  expect(await readBack(shop)).toEqual([]);
  const { bankFile } = (await post(shop.writeKey, 'najd.csv', bytes)).json<{ bankFile: { id: string } }>();
  await runner.idle();
  const read = (token: string) =>
    portal.call(contract.getBankFile, { params: { id: bankFile.id } }, { token });
  expect((await read(shop.writeKey)).statusCode).toBe(403);
  expect((await read(stranger.readKey)).statusCode).toBe(404);
  expect((await read(shop.readKey)).statusCode).toBe(200);
});

test('files of one moment stand the newest first, also past the ninth, and the next page goes on where one ended', async () => {
  const shop = await openShop();
  for (let at = 0; at < 12; at++) {
    await post(shop.world.token, `pos-${at}.csv`, forms.csv([heading, ['nothing', String(at)]]));
    await runner.idle();
  }
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 5, ...(cursor !== undefined && { cursor }) };
    const page = (await portal.call(contract.listBankFiles, { query }, { token: shop.readKey })).json<{
      rows: contract.BankFileRow[];
      nextCursor: string | null;
    }>();
    names.push(...page.rows.map(({ fileName }) => fileName));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(names).toEqual(Array.from({ length: 12 }, (_, at) => `pos-${11 - at}.csv`));
});
