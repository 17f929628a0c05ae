import { createHash } from 'node:crypto';
import * as xlsx from '@e965/xlsx';
import * as bulk from '@mizan/contract/bulk.ts';
import * as people from '@mizan/contract/people.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { openMailer } from '../../platform/mail/mailer.ts';
import { openShop, type Shop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { runBulk } from './run-bulk.ts';
import { partOf, rowsOf, windows1256 } from './testing/files.ts';

const portal = await testPortal();
const { db, clock } = portal;
const deps: BulkDeps = {
  db,
  clock,
  mailer: openMailer({ smtpUrl: null, host: 'mizan.test', clock }),
  linkBase: () => 'https://mizan.test',
};

const head =
  'Kind,Branch code,Name in English,Name in Arabic,Full name,Role,Username,E-mail,Terminal ID,Model,Cashier username,Label';
const csv = (...lines: string[]): Buffer => Buffer.from([head, ...lines].join('\n'));
let files = 0;
/** Numbers and names that no other file of a run of tests has. */
const fresh = () => {
  files += 1;
  return { tid: String(77_000_000 + files * 10), name: `cashier.${files}`, mail: `user${files}@diyar.test` };
};

async function newShop() {
  const shop = await openShop(db, 1);
  return { shop, token: await portal.tokenOf(shop.owner.userId) };
}
async function upload(token: string, body: Buffer, fileName = 'diyar.csv') {
  const answer = await portal.call(bulk.uploadBulk, { query: { fileName }, body }, { token });
  return answer.statusCode === 201 ? (answer.json() as { id: string }).id : answer.json();
}
const detail = async (token: string, id: string) =>
  (await portal.call(bulk.getBulkRun, { params: { id } }, { token })).json() as {
    run: bulk.BulkRun;
    usedSince: number | null;
  };
const linesOf = async (token: string, id: string, verdict?: bulk.BulkVerdict) =>
  (
    (
      await portal.call(bulk.listBulkLines, { params: { id }, query: { verdict, limit: 200 } }, { token })
    ).json() as {
      rows: bulk.BulkLine[];
    }
  ).rows;
async function register(
  { shop, token }: { shop: Shop; token: string },
  id: string,
  lines: 'all' | 'valid' = 'valid',
) {
  const answer = await portal.call(bulk.startBulk, { params: { id }, body: { lines } }, { token });
  expect(answer.statusCode).toBe(200);
  await runBulk(deps, { merchantId: shop.merchantId, runId: id });
  return (await detail(token, id)).run;
}
/** Everything of a merchant that a file may write: what is the same before and after was not touched. */
const worldOf = async ({ merchantId }: Shop): Promise<string> => {
  const parts = await Promise.all(
    ['branches', 'users', 'terminals', 'terminal_directory', 'terminal_banks'].map((table) =>
      platformRows(
        db,
        `SELECT to_jsonb(t) AS row FROM ${table} t WHERE merchant_id = $1 ORDER BY to_jsonb(t)::text`,
        [merchantId],
      ),
    ),
  );
  return JSON.stringify(parts);
};

const good = ({ tid, name, mail }: ReturnType<typeof fresh>) => [
  `Terminal,R1,,,,,,,${tid},PAX A920,${name},Front`,
  'Branch,R1,Rawdah,الروضة,,,,,,,,',
  `User,R1,,,Huda,Cashier,${name},,,,,`,
  `User,,,,Latifa,Accountant,,${mail},,,,`,
];

test('nothing is written before somebody says so; then a branch, its people and their terminal, whatever their order', async () => {
  const { shop, token } = await newShop();
  const before = await worldOf(shop);
  const names = fresh();
  const id = await upload(token, csv(...good(names)));
  expect(await worldOf(shop)).toBe(before);
  const { run } = await detail(token, id);
  expect(run).toMatchObject({ state: 'CHECKED', counts: { NEW: 4, CHANGED: 0, SAME: 0, REJECTED: 0 } });
  const done = await register({ shop, token }, id, 'all');
  expect(done).toMatchObject({ state: 'DONE', written: 4, toWrite: 4, linksWaiting: 1 });
  const [terminal] = await platformRows<{ cashier: string; branch: string; bank: string }>(
    db,
    `SELECT u.username AS cashier, b.code AS branch, p.bank_id::text AS bank FROM terminals t
       JOIN users u ON u.id = t.cashier_id AND u.terminal_id = t.id JOIN branches b ON b.id = t.branch_id
       JOIN terminal_banks p ON p.merchant_id = t.merchant_id AND p.terminal_id = t.id WHERE t.tid = $1`,
    [names.tid],
  );
  expect(terminal).toMatchObject({ cashier: names.name, branch: 'R1' });
  const mails = await platformRows<{ purpose: string }>(
    db,
    `SELECT purpose FROM mail_links l JOIN users u ON u.id = l.user_id WHERE u.email = $1`,
    [names.mail],
  );
  expect(mails).toEqual([{ purpose: 'RESET_PASSWORD' }]);
});

test('the same file again changes nothing, and has nothing to register', async () => {
  const { shop, token } = await newShop();
  const file = csv(...good(fresh()));
  await register({ shop, token }, await upload(token, file));
  const before = await worldOf(shop);
  const again = await upload(token, file);
  expect((await detail(token, again)).run.counts).toEqual({ NEW: 0, CHANGED: 0, SAME: 4, REJECTED: 0 });
  const answer = await portal.call(
    bulk.startBulk,
    { params: { id: again }, body: { lines: 'all' } },
    { token },
  );
  expect(answer.json()).toMatchObject({ details: { reason: 'nothing' } });
  expect(await worldOf(shop)).toBe(before);
});

test('every line has one verdict and they add up; what is wrong names field, value and the nearest that would be right', async () => {
  const { shop, token } = await newShop();
  const { tid, name } = fresh();
  const id = await upload(
    token,
    csv(
      'Branch,DC-04,King Fahd Road,طريق الملك فهد,,,,,,,,',
      'Branch,DC-04,Al Malqa,الملقا,,,,,,,,',
      `User,DC-04,,,Turki,Cashier,turki 2,,,,,`,
      `User,DC-40,,,Amal,Cashier,${name},,,,,`,
      'Terminal,DC-04,,,,,,,885060,PAX A920,,',
      `Terminal,DC-04,,,,,,,${tid},PAX A92O,,`,
      'Branches,DC-05,x,x,,,,,,,,',
      `Terminal,DC-04,,,,,,,${shop.terminals[0]?.tid},PAX A920Pro,,`,
      'Branch,B1,Olaya,العليا,,,,,,,,',
      'User,,,,Majed,Accountant,,,,,,',
    ),
  );
  const { counts, byKind } = (await detail(token, id)).run;
  expect(counts).toEqual({ NEW: 1, CHANGED: 0, SAME: 1, REJECTED: 8 });
  expect(byKind.branch.REJECTED + byKind.user.REJECTED + byKind.terminal.REJECTED).toBe(7);
  const said = (await linesOf(token, id, 'REJECTED')).map(({ line, problems }) => [
    line,
    ...problems.map(({ field, code, nearest, line: other }) => [field, code, nearest, other]),
  ]);
  expect(said).toEqual([
    [3, ['branchCode', 'twice', null, 2]],
    [4, ['username', 'shape', null, null]],
    [5, ['branchCode', 'reference', 'DC-04', null]],
    [6, ['terminalId', 'shape', null, null]],
    [7, ['model', 'unknown', 'PAX A920', null]],
    [8, ['kind', 'unknownKind', 'branch', null]],
    [9, ['model', 'fixed', 'PAX A920', null]],
    [11, ['email', 'missing', null, null]],
  ]);
});

test('what changes is said with old and new, and taken back as a whole, to the last cell', async () => {
  const { shop, token } = await newShop();
  const { tid = '' } = shop.terminals[0] ?? {};
  const [cashier] = await platformRows<{ username: string }>(db, 'SELECT username FROM users WHERE id = $1', [
    shop.terminals[0]?.cashier.userId,
  ]);
  const before = await worldOf(shop);
  const names = fresh();
  const id = await upload(
    token,
    csv(
      'Branch,B1,Olaya Street,العليا,,,,,,,,',
      ...good(names),
      `User,R1,,,Renamed,Cashier,${cashier?.username},,,,,`,
      `Terminal,B1,,,,,,,${tid},,,Window`,
    ),
  );
  const changed = await linesOf(token, id, 'CHANGED');
  expect(
    changed.map(({ changes }) => changes.map(({ field, was, now }) => `${field}: ${was} > ${now}`)),
  ).toEqual([
    ['nameEn: Olaya > Olaya Street'],
    [expect.stringContaining('fullName: '), 'branchCode: B1 > R1'],
    [`label:  > Window`],
  ]);
  expect(await register({ shop, token }, id, 'all')).toMatchObject({ state: 'DONE', written: 7 });
  expect((await detail(token, id)).usedSince).toBe(0);
  expect((await portal.call(bulk.undoBulk, { params: { id } }, { token })).statusCode).toBe(200);
  expect(await worldOf(shop)).toBe(before);
  expect((await detail(token, id)).run.state).toBe('UNDONE');
});

test('409: a run of which something was used is not taken back, not even in part', async () => {
  const { shop, token } = await newShop();
  const names = fresh();
  const id = await upload(token, csv(...good(names)));
  await register({ shop, token }, id);
  await platformRows(db, `UPDATE users SET password_hash = 'set' WHERE username = $1`, [names.name]);
  const before = await worldOf(shop);
  expect((await detail(token, id)).usedSince).toBe(1);
  const answer = await portal.call(bulk.undoBulk, { params: { id } }, { token });
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ details: { reason: 'used', used: 1 } });
  expect(await worldOf(shop)).toBe(before);
});

test('all or none: a name that somebody took after the check leaves nothing; the good lines alone are written otherwise', async () => {
  const { shop, token } = await newShop();
  const names = fresh();
  const file = csv(...good(names));
  const taken = async () =>
    portal.call(
      people.addPerson,
      {
        body: {
          teamRole: 'cashier',
          fullName: 'X',
          username: names.name,
          branchId: shop.branchId,
          terminalId: null,
          locale: 'ar',
        },
      },
      { token },
    );
  const whole = await upload(token, file);
  const valid = await upload(token, file);
  await taken();
  const before = await worldOf(shop);
  expect(await register({ shop, token }, whole, 'all')).toMatchObject({
    state: 'FAILED',
    failure: 'changedSince',
    written: 0,
  });
  expect(await worldOf(shop)).toBe(before);
  // The cashier's line, and the terminal's, whose cashier now works in another branch.
  expect(await register({ shop, token }, valid)).toMatchObject({
    state: 'DONE',
    written: 2,
    counts: { NEW: 2, REJECTED: 2 },
  });
});

test('409: all lines where one is rejected; 409: what was started, and what nobody can put away', async () => {
  const { shop, token } = await newShop();
  const id = await upload(token, csv(...good(fresh()), 'Terminal,,,,,,,,1,,,'));
  const start = (lines: 'all' | 'valid') =>
    portal.call(bulk.startBulk, { params: { id }, body: { lines } }, { token });
  expect((await start('all')).json()).toMatchObject({ details: { reason: 'rejected' } });
  await register({ shop, token }, id);
  expect((await start('valid')).json()).toMatchObject({ details: { reason: 'state' } });
  expect((await portal.call(bulk.discardBulk, { params: { id } }, { token })).statusCode).toBe(409);
  const other = await upload(token, csv(...good(fresh())));
  expect((await portal.call(bulk.discardBulk, { params: { id: other } }, { token })).statusCode).toBe(200);
  expect((await portal.call(bulk.getBulkRun, { params: { id: other } }, { token })).statusCode).toBe(404);
});

test.each([
  ['notes.pdf', Buffer.from('%PDF-1.7'), 'format'],
  ['notes.csv', Buffer.from('%PDF-1.7'), 'notTable'],
  ['empty.csv', Buffer.from(''), 'empty'],
  ['other.csv', Buffer.from('Date,Amount,Card\n1,2,3'), 'columns'],
  ['password.csv', Buffer.from(`${head},Password\nBranch,B9,x,x,,,,,,,,,secret`), 'unknownColumn'],
  ['twice.csv', Buffer.from(`${head},Label\nBranch,B9,x,x,,,,,,,,,`), 'columnTwice'],
  ['head.csv', csv(), 'empty'],
])('422: %s is refused with the reason', async (fileName, body, reason) => {
  const { token } = await newShop();
  expect(await upload(token, body, fileName)).toMatchObject({ code: 'unreadableFile', details: { reason } });
});

test('Arabic names of columns and values, Arabic digits: UTF-8, Windows-1256, XLSX and XLS say the same', async () => {
  const { token } = await newShop();
  const { tid, name } = fresh();
  const arabic = tid.replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
  const rows = [
    [
      'النوع',
      'رمز الفرع',
      'الاسم بالإنجليزية',
      'الاسم بالعربية',
      'الاسم الكامل',
      'الدور',
      'اسم المستخدم',
      'رقم الجهاز',
      'الطراز',
      'اسم مستخدم أمين الصندوق',
    ],
    ['فرع', 'R7', 'Rawdah', 'الروضة', '', '', '', '', '', ''],
    ['مستخدم', 'R7', '', '', 'هدى', 'أمين صندوق', name, '', '', ''],
    ['جهاز', 'R7', '', '', '', '', '', arabic, 'PAX A920', name],
  ];
  const text = rows.map((row) => row.join(';')).join('\r\n');
  const book = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows), 'x');
  const workbook = xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
  const old = xlsx.write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer;
  for (const [fileName, body] of [
    ['a.csv', Buffer.from(`\uFEFF${text}`)],
    ['b.csv', Buffer.from(text)],
    ['w.csv', windows1256(text.replace(arabic, tid))],
    ['c.xlsx', workbook],
    ['d.xls', old],
  ] as const) {
    const id = await upload(token, body, fileName);
    expect(
      (await linesOf(token, id)).map(({ line, kind, verdict, nameEn }) => [line, kind, verdict, nameEn]),
    ).toEqual([
      [2, 'branch', 'NEW', 'Rawdah'],
      [3, 'user', 'NEW', 'هدى'],
      [4, 'terminal', 'NEW', tid],
    ]);
  }
});

const fileOf = async (answer: Promise<{ rawPayload: Buffer; statusCode: number }>): Promise<Buffer> => {
  const { rawPayload, statusCode } = await answer;
  expect(statusCode).toBe(200);
  return rawPayload;
};

test('the file comes back with its errors in the language of its reader, runs no formula, and can be sent again', async () => {
  const { token } = await newShop();
  const id = await upload(token, csv('Branch,R1,=1+1,الروضة,,,,,,,,', 'Terminal,R1,,,,,,,12,PAX A920,,'));
  for (const [lang, word] of [
    ['en', 'Terminal ID: must be at least 8 digits'],
    ['ar', 'رقم الجهاز: يجب ألا يقل عن ٨ أرقام'],
  ] as const) {
    const bytes = await fileOf(
      portal.call(bulk.downloadBulkErrors, { params: { id }, query: { lang } }, { token }),
    );
    const [titles = [], first = [], second = []] = rowsOf(bytes);
    expect(titles).toHaveLength(bulk.bulkColumns.length + 2);
    expect(partOf(bytes, 'xl/worksheets/sheet1.xml')).toContain('<dataValidations count="5">');
    expect(xlsx.read(bytes).Workbook?.Sheets?.map(({ Hidden }) => Hidden)).toEqual([0, 1]);
    expect(first[2]).toBe("'=1+1");
    expect(second.at(-1)).toContain(word);
    const again = await upload(token, bytes, 'again.xlsx');
    expect((await detail(token, again)).run.counts).toEqual({ NEW: 1, CHANGED: 0, SAME: 0, REJECTED: 1 });
  }
});

test('a template of either language is read, has lists to choose from, and its examples are a good file', async () => {
  const { token } = await newShop();
  for (const lang of ['en', 'ar'] as const) {
    const bytes = await fileOf(portal.call(bulk.downloadBulkTemplate, { query: { lang } }, { token }));
    expect(await upload(token, bytes, 'template.xlsx')).toMatchObject({ details: { reason: 'empty' } });
    const book = xlsx.read(bytes);
    expect(partOf(bytes, 'xl/worksheets/sheet1.xml')).toContain('<dataValidations count="5">');
    const examples = xlsx.utils.book_new();
    xlsx.utils.book_append_sheet(examples, book.Sheets[book.SheetNames[1] ?? ''] ?? {}, 'x');
    const id = await upload(
      token,
      xlsx.write(examples, { type: 'buffer', bookType: 'xlsx' }) as Buffer,
      'x.xlsx',
    );
    expect((await detail(token, id)).run.counts).toEqual({ NEW: 4, CHANGED: 0, SAME: 0, REJECTED: 0 });
  }
});

test('links of new cashiers are handed over as a file: new ones each time, and the portal keeps their hashes alone', async () => {
  const { shop, token } = await newShop();
  const names = fresh();
  const id = await upload(token, csv(...good(names)));
  await register({ shop, token }, id);
  const links = async () => {
    const call = portal.call(bulk.downloadBulkLinks, { params: { id }, query: { lang: 'en' } }, { token });
    const [, row = []] = rowsOf(await fileOf(call));
    expect(row.slice(0, 3)).toEqual(['Huda', names.name, 'Rawdah']);
    return new URL(row[3] ?? '').searchParams.get('token') ?? '';
  };
  const first = await links();
  const second = await links();
  const kept = await platformRows<{ hash: Buffer; used: boolean }>(
    db,
    `SELECT token_hash AS hash, used_at IS NOT NULL AS used FROM mail_links l JOIN users u ON u.id = l.user_id
      WHERE u.username = $1 ORDER BY l.used_at NULLS LAST`,
    [names.name],
  );
  expect(kept.map(({ used }) => used)).toEqual([true, false]);
  expect(first).not.toBe(second);
  const hashes = kept.map(({ hash }) => hash.toString('hex'));
  expect(hashes).toContain(createHash('sha256').update(second).digest('hex'));
});

test('403: an accountant and a branch manager; a manager makes no owner', async () => {
  const { token } = await newShop();
  const file = csv(`User,,,,Faisal,Owner,,${fresh().mail},,,,`);
  for (const place of ['accountant', 'branchManager'] as const) {
    portal.callAs(place);
    expect(await upload(token, file)).toMatchObject({ code: 'forbidden' });
  }
  portal.callAs('manager');
  const id = await upload(token, file);
  expect((await linesOf(token, id))[0]?.problems).toMatchObject([{ field: 'role', code: 'ownersOnly' }]);
  portal.callAs(null);
});
