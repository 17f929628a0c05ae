import {
  auditActions,
  exportAuditEntries,
  exportChangesOf,
  listAuditEntries,
  listAuditPeople,
  listChangesOf,
} from '@mizan/contract/audit.ts';
import { factSubjects } from '@mizan/contract/fact.ts';
import { beforeAll, expect, test } from 'vitest';
import type { AuditEvent } from '../../platform/audit/audit.queries.ts';
import { type Actor, type Nobody, writeEntry } from '../../platform/audit/audit.ts';
import { inPlatform, inTenant, platformRows, type Tx } from '../../platform/database/database.ts';
import { wordsFor } from '../../platform/words.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { type MerchantWorld, makeMerchant } from '../transactions/testing/merchant-world.ts';

const portal = await testPortal(new Date('2026-11-22T09:00:00Z'));
const { db, clock } = portal;
const from = {
  ip: '10.1.2.3',
  userAgent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
};
const dayMs = 86_400_000;
let own: MerchantWorld;
let other: MerchantWorld;
let admin: { token: string; id: string };
let token: string;

const list = async (query: Parameters<typeof portal.call<typeof listAuditEntries>>[1]['query'], as = token) =>
  (await portal.call(listAuditEntries, { query }, { token: as })).json();
const at = (agoMs: number): Date => new Date(clock.now().getTime() - agoMs);

const audit = (tx: Tx, by: Actor | Nobody, event: Pick<AuditEvent, 'at' | 'action'> & Partial<AuditEvent>) =>
  writeEntry(tx, by, { subject: null, before: null, after: null, ...event });

beforeAll(async () => {
  [own, other] = [await makeMerchant(db), await makeMerchant(db)];
  token = await portal.tokenOf(own.owner.userId);
  const rows = await platformRows<{ id: string }>(
    db,
    `INSERT INTO users (role, email, full_name, password_hash) VALUES ('ADMIN', 'a@mizan.test', 'Huda', '')
     RETURNING id::text`,
  );
  const id = rows[0]?.id ?? '';
  admin = { id, token: await portal.tokenOf(id) };
  const owner: Actor = { ...own.owner, teamRole: 'accountant', from };
  const cashier: Actor = { ...(own.cashiers[0] as Actor), from: undefined };
  await inTenant(db, own.merchantId, async (tx) => {
    for (let minute = 60; minute > 0; minute -= 1) {
      const after = { amountMinor: minute };
      await audit(tx, minute % 2 ? owner : cashier, {
        at: at(minute * 60_000),
        action: 'payments.started',
        after,
      });
    }
    await audit(tx, owner, {
      at: at(0),
      action: 'payments.reviewDecided',
      subject: { type: 'transaction', id: '42' },
      before: { status: 'TIMEOUT' },
      after: { status: 'APPROVED', note: 'The paper says so' },
    });
    await audit(tx, owner, { at: at(40 * dayMs), action: 'auth.signedIn' });
  });
  await inTenant(db, other.merchantId, (tx) =>
    audit(tx, { ...other.owner, from }, { at: at(0), action: 'bankFiles.undone' }),
  );
  await inPlatform(db, async (tx) => {
    await audit(
      tx,
      { userId: null, merchantId: null, from },
      {
        at: at(0),
        action: 'auth.signInRefused',
        after: { reason: 'credentials' },
      },
    );
    const actor: Actor = { userId: id, fullName: 'Huda', role: 'ADMIN', merchantId: null, from };
    await audit(tx, actor, { at: at(1), action: 'auth.signedIn', after: { method: 'code' } });
  });
});

test("a merchant's own entries, newest first: who, what, when, from where, before and after", async () => {
  const { rows, nextCursor } = await list({ limit: 1 });
  expect(rows).toEqual([
    {
      id: '61',
      at: clock.now().toISOString(),
      actorId: own.owner.userId,
      actorName: 'Sara Al-Qahtani',
      actorRole: 'accountant',
      action: 'payments.reviewDecided',
      subjectType: 'transaction',
      subjectId: '42',
      before: { status: 'TIMEOUT' },
      after: { status: 'APPROVED', note: 'The paper says so' },
      ipAddress: '10.1.2.3',
      os: 'Windows 10',
      browser: 'Chrome 142',
    },
  ]);
  expect(nextCursor).toBe(`${clock.now().toISOString()}_61`);
});

test('page by page: each entry once, until there is no more', async () => {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ limit: 25, cursor });
    seen.push(...page.rows.map((row: { id: string }) => row.id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(Array.from({ length: 61 }, (_, index) => String(61 - index)));
});

test('narrowed by person, by action and by days', async () => {
  const cashierId = own.cashierIds[0] ?? '';
  expect((await list({ personId: cashierId, limit: 100 })).rows).toHaveLength(30);
  expect((await list({ action: 'payments.reviewDecided' })).rows).toHaveLength(1);
  expect((await list({ action: 'payments.reviewDecided', personId: cashierId })).rows).toEqual([]);
  const day = at(40 * dayMs)
    .toISOString()
    .slice(0, 10);
  const old = await list({ from: day, to: day });
  expect(old.rows.map((row: { action: string }) => row.action)).toEqual(['auth.signedIn']);
});

test('looked for: whose name, what was done in either language, the number of it, the address; never what was in it', async () => {
  const foundBy = async (search: string) =>
    (await list({ search, limit: 100 })).rows.map(({ id }: { id: string }) => id);
  const { rows } = await list({ limit: 100 });
  const [{ actorName }] = await list({ personId: own.cashierIds[0], limit: 1 }).then((page) => page.rows);
  const ofCashier = rows.filter((row: { actorName: string }) => row.actorName.includes(actorName));
  expect(await foundBy(actorName.toUpperCase())).toEqual(ofCashier.map(({ id }: { id: string }) => id));
  expect(await foundBy('review dec')).toEqual(['61']);
  expect(await foundBy(wordsFor('ar').text('facts:title.payments.reviewDecided'))).toEqual(['61']);
  expect(await foundBy('42')).toEqual(['61']);
  expect(await foundBy('10.1.2')).toHaveLength(31);
  // A person may see less of an entry than it holds, so nothing is found by that.
  expect(await foundBy('The paper says so')).toEqual([]);
  expect(await linesOf({ format: 'csv', search: 'review dec' })).toHaveLength(2);
  expect((await list({ search: 'huda' })).rows).toEqual([]);
});

test('an administrator reads the chain of the platform, and no merchant’s', async () => {
  const { rows } = await list({ limit: 100 }, admin.token);
  expect(
    rows.map((row: { action: string; actorName: string | null }) => [row.action, row.actorName]),
  ).toEqual([
    ['auth.signInRefused', null],
    ['auth.signedIn', 'Huda'],
  ]);
});

test('400: days that run backwards, and more of them than may be shown', async () => {
  const asked = (query: { from: string; to: string }) =>
    portal.call(listAuditEntries, { query }, { token }).then((answer) => answer.statusCode);
  expect(await asked({ from: '2026-11-22', to: '2026-11-21' })).toBe(400);
  expect(await asked({ from: '2024-01-01', to: '2026-11-21' })).toBe(400);
});

test('the people to narrow it to: the merchant’s own; for an administrator, administrators', async () => {
  const people = async (as: string) =>
    (await portal.call(listAuditPeople, {}, { token: as })).json().rows.map(({ id }: { id: string }) => id);
  expect((await people(token)).toSorted()).toEqual([own.owner.userId, ...own.cashierIds].toSorted());
  expect(await people(admin.token)).toEqual([admin.id]);
});

const fileOf = async (
  query: Parameters<typeof portal.call<typeof exportAuditEntries>>[1]['query'],
  as = token,
) => portal.call(exportAuditEntries, { query }, { token: as });
const linesOf = async (...asked: Parameters<typeof fileOf>): Promise<string[]> => {
  const answer = await fileOf(...asked);
  expect(answer.statusCode).toBe(200);
  return answer.body.trim().split(/\r?\n/);
};

test('the file has every entry of the filter in the words of the screen, and none of anybody else', async () => {
  const [head, first, ...others] = await linesOf({ format: 'csv' });
  expect(head).toContain('When,Who,Role,What,About,Before,After,IP address');
  expect(first).toContain(
    'Sara Al-Qahtani,Accountant,Review decided,Transaction 42,Status: timed out,"Note: The paper says so; Status: approved",10.1.2.3',
  );
  expect(others).toHaveLength(60);
  expect(await linesOf({ format: 'csv', action: 'payments.reviewDecided' })).toHaveLength(2);
  const [, ofCashier] = await linesOf({ format: 'csv', personId: own.cashierIds[0], lang: 'ar' });
  expect(ofCashier).toContain('أمين صندوق');
  const platform = await linesOf({ format: 'csv' }, admin.token);
  expect(platform).toHaveLength(3);
  expect(platform[1]).toContain('Login refused');
  for (const format of ['xlsx', 'pdf'] as const) {
    const { rawPayload } = await fileOf({ format });
    expect(rawPayload.subarray(0, 2).toString()).toBe(format === 'pdf' ? '%P' : 'PK');
  }
});

test.each([
  ['en', 'City: Jeddah; Region: Makkah', 'Owner'],
  ['ar', 'المدينة: جدة; المنطقة: منطقة مكة المكرمة', 'صاحب الحساب'],
] as const)(
  'places and the place in the team are names in the file, no codes: %s',
  async (lang, told, role) => {
    const shop = await makeMerchant(db);
    await inTenant(db, shop.merchantId, (tx) =>
      audit(
        tx,
        { ...shop.owner, teamRole: 'owner' },
        {
          at: at(0),
          action: 'management.branchAdded',
          after: { region: 'SA-02', city: 'Jeddah' },
        },
      ),
    );
    const [, line] = await linesOf({ format: 'csv', lang }, await portal.tokenOf(shop.owner.userId));
    expect(line).toContain(told);
    expect(line).toContain(role);
  },
);

test.each(['en', 'ar'] as const)('what can be written down has its words in the file: %s', (language) => {
  const { has } = wordsFor(language);
  const keys = [
    ...auditActions.map((action) => `facts:title.${action}`),
    ...factSubjects.map((subject) => `audit:subjects.${subject}`),
  ];
  expect(keys.filter((key) => !has(key))).toEqual([]);
});

test('who changed one kept row: page by page, and all of it as a file', async () => {
  const actor: Actor = { userId: admin.id, fullName: 'Huda', role: 'ADMIN', merchantId: null, from };
  const of = { type: 'platformSettings', id: '7' } as const;
  await inPlatform(db, async (tx) => {
    for (let n = 1; n <= 61; n += 1) {
      const subject = n === 30 ? { ...of, id: '8' } : of;
      await audit(tx, actor, {
        // Written from the newest on, as machines that number by themselves may: the time says what came first, three at a time the number.
        at: at(Math.floor(n / 3)),
        action: 'platformSettings.healthLimitsSet',
        subject,
        after: { files: n },
      });
    }
  });
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const asked = { query: { ...of, limit: 25, cursor } };
    const page = (await portal.call(listChangesOf, asked, { token: admin.token })).json();
    seen.push(...page.rows.map(({ after }: { after: { files: number } }) => after.files));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const newestFirst = Array.from({ length: 61 }, (_, n) => n + 1)
    .sort((one, other) => Math.floor(one / 3) - Math.floor(other / 3) || other - one)
    .filter((n) => n !== 30);
  expect(seen).toEqual(newestFirst);
  const asked = { query: { ...of, format: 'csv' as const } };
  const file = await portal.call(exportChangesOf, asked, { token: admin.token });
  expect(file.body.trim().split(/\r?\n/)).toHaveLength(61);
  expect(file.body).not.toContain(',30,');
  expect((await portal.call(exportChangesOf, asked, { token })).statusCode).toBe(403);
});

test.each([
  [
    'en',
    '"MDR rate: 1.75%; VAT: 15.00%"',
    '"Notifications by email: terminal connected, money overdue"',
    '"Closed on: Friday, Saturday"',
  ],
  [
    'ar',
    'نسبة الرسوم: ١٫٧٥٪; الضريبة: ١٥٫٠٠٪',
    'إشعارات البريد الإلكتروني: اتصال جهاز، مبالغ متأخرة',
    'أيام الإغلاق: الجمعة، السبت',
  ],
] as const)(
  'rates, kinds and days of an entry are in the file as the screen has them: %s',
  async (lang, ...said) => {
    const world = await makeMerchant(db);
    const after = [
      ['discounts.rateAdded', { mdrBps: 175, vatBps: 1_500 }],
      ['account.preferencesChanged', { mailNotices: 'TCO, OVD' }],
      ['alerts.openingHoursSet', { closedDays: '5, 6' }],
    ] as const;
    await inTenant(db, world.merchantId, async (tx) => {
      for (const [action, told] of after)
        await audit(tx, { ...world.owner, from }, { at: at(0), action, after: told });
    });
    const file = (await linesOf({ format: 'csv', lang }, await portal.tokenOf(world.owner.userId))).join(' ');
    for (const words of said) expect(file).toContain(words.replaceAll('"', ''));
  },
);
