import * as bulk from '@mizan/contract/bulk.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { openMailer } from '../../platform/mail/mailer.ts';
import { openShop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { runBulk } from './run-bulk.ts';

const portal = await testPortal();
const { db, clock } = portal;
class Killed extends Error {}

/** Deps of a process that dies when it looks at the clock for the n-th time: in the middle of a block, or between two. */
function dyingAt(n: number): BulkDeps {
  let looks = 0;
  const dying = {
    now: () => {
      looks += 1;
      if (looks === n) throw new Killed();
      return clock.now();
    },
  };
  return {
    db,
    clock: { ...clock, ...dying },
    mailer: openMailer({ smtpUrl: null, host: 'mizan.test', clock }),
    linkBase: () => 'https://mizan.test',
  };
}
const runs = process.env['MIZAN_LONG'] ? 40 : 2;
const never = Number.POSITIVE_INFINITY;
let files = 0;

/** Of each kind so many: people with an e-mail among them, whose links are part of the block that writes them. */
function fileOf(each: number): Buffer {
  files += 1;
  const lines = [
    'Kind,Branch code,Name in English,Name in Arabic,Full name,Role,Username,E-mail,Terminal ID,Model',
  ];
  for (let at = 0; at < each; at++) {
    lines.push(`Branch,K${at},B,B,,,,,,`, `User,K${at},,,C,Cashier,kill${files}.${at},,,`);
    if (at % 40 === 0) lines.push(`User,,,,A,Accountant,,kill${files}.${at}@diyar.test,,`);
    lines.push(`Terminal,K${at},,,,,,,${70_000_000 + files * 10_000 + at},PAX A920`);
  }
  return Buffer.from(lines.join('\n'));
}

test(
  'killed at random and taken up again: no line is written twice and none is lost, of all lines and of good ones',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (deaths, isWhole) => {
          const shop = await openShop(db, 0);
          const token = await portal.tokenOf(shop.owner.userId);
          const { merchantId } = shop;
          const sent = await portal.call(
            bulk.uploadBulk,
            { query: { fileName: 'kills.csv' }, body: fileOf(600) },
            { token },
          );
          const { id } = sent.json() as { id: string };
          const lines = isWhole ? 'all' : 'valid';
          await portal.call(bulk.startBulk, { params: { id }, body: { lines } }, { token });
          for (const n of [...deaths, never]) {
            await runBulk(dyingAt(n), { merchantId, runId: id }).catch((error: unknown) => {
              if (!(error instanceof Killed)) throw error;
            });
          }
          const answer = await portal.call(bulk.getBulkRun, { params: { id } }, { token });
          expect((answer.json() as { run: bulk.BulkRun }).run).toMatchObject({
            state: 'DONE',
            written: 1_815,
            toWrite: 1_815,
          });
          const [there] = await platformRows(
            db,
            `SELECT (SELECT count(*) FROM branches WHERE merchant_id = $1 AND code LIKE 'K%') AS branches,
                  (SELECT count(*) FROM users WHERE merchant_id = $1 AND password_hash = '') AS people,
                  (SELECT count(*) FROM terminals t JOIN terminal_directory d ON d.terminal_id = t.id
                     JOIN terminal_banks p ON p.merchant_id = t.merchant_id AND p.terminal_id = t.id
                    WHERE t.merchant_id = $1) AS terminals,
                  (SELECT count(*) FROM mail_links l JOIN users u ON u.id = l.user_id WHERE u.merchant_id = $1) AS links,
                  (SELECT count(*) FROM audit_entries WHERE merchant_id = $1 AND action = 'bulk.finished') AS told`,
            [merchantId],
          );
          expect(there).toEqual({ branches: 600, people: 615, terminals: 600, links: 15, told: 1 });
        },
      ),
      { numRuns: runs },
    );
  },
  runs * 60_000,
);
