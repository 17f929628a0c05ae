import * as management from '@mizan/contract/management.ts';
import * as people from '@mizan/contract/people.ts';
import { assignTerminal, retireTerminal, returnTerminal } from '@mizan/contract/terminal-manage.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inPlatform, platformRows } from '../../platform/database/database.ts';
import { countLockWaits } from '../../platform/testing/lock-waits.ts';
import { seatContradictions } from '../../testing/seat-contradictions.ts';
import { openShop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';

/** Several windows that move cashiers and terminals in the same moment: whoever wins, nobody sits where they do not work. */

const portal = await testPortal();
const { db } = portal;
const shop = await openShop(db, 2);
const { merchantId } = shop;
const token = await portal.tokenOf(shop.owner.userId);
const [other] = await platformRows<{ id: string }>(
  db,
  `INSERT INTO branches (merchant_id, code, name_en, name_ar) VALUES ($1, 'B2', 'Rawdah', 'الروضة') RETURNING id::text`,
  [merchantId],
);
const branches = [shop.branchId, other?.id ?? ''];

interface Change {
  what: 'assign' | 'place' | 'status' | 'service' | 'elsewhere';
  terminal: number;
  cashier: number;
  branch: number;
  isOn: boolean;
}
const change: fc.Arbitrary<Change> = fc.record({
  what: fc.constantFrom('assign', 'assign', 'place', 'place', 'status', 'service', 'elsewhere'),
  terminal: fc.nat(1),
  cashier: fc.nat(1),
  branch: fc.nat(1),
  isOn: fc.boolean(),
});

/** As a window sends it that has just been opened: what stands is what was seen. */
async function sent({ what, terminal, cashier, branch, isOn }: Change): Promise<number> {
  const { id, cashier: person } = shop.terminals[terminal] as (typeof shop.terminals)[number];
  const { userId } = (shop.terminals[cashier] as (typeof shop.terminals)[number]).cashier;
  const branchId = branches[branch] ?? '';
  const ways = {
    assign: async () => {
      const [seen] = await platformRows<Record<string, string | null>>(
        db,
        `SELECT label, branch_id::text AS "branchId", cashier_id::text AS "cashierId" FROM terminals WHERE id = $1`,
        [id],
      );
      const body = { label: null, branchId, cashierId: isOn ? userId : null, seen: seen ?? {} };
      return portal.call(assignTerminal, { params: { id }, body }, { token });
    },
    place: async () => {
      const [seen] = await platformRows<Record<string, string | null>>(
        db,
        `SELECT full_name AS "fullName", 'cashier' AS "teamRole", branch_id::text AS "branchId",
                terminal_id::text AS "terminalId" FROM users WHERE id = $1`,
        [userId],
      );
      const body = { fullName: 'Sami', teamRole: 'cashier', branchId, terminalId: isOn ? id : null } as const;
      return portal.call(
        people.changePerson,
        { params: { id: userId }, body: { ...body, seen: seen ?? {} } },
        { token },
      );
    },
    status: () => {
      const body = {
        ids: [userId, person.userId],
        status: isOn ? ('ACTIVE' as const) : ('INACTIVE' as const),
      };
      return portal.call(people.setPeopleStatus, { body }, { token });
    },
    service: () => portal.call(isOn ? returnTerminal : retireTerminal, { params: { id } }, { token }),
    elsewhere: () =>
      portal.call(
        management.moveTerminals,
        { params: { id: branchId }, body: { toBranchId: branches[1 - branch] ?? '' } },
        { token },
      ),
  };
  return (await ways[what]()).statusCode;
}

/** Each has asked what it asks and waits to write, before the first one may: as close as several windows can come. */
async function allAtOnce(changes: readonly Change[]): Promise<number[]> {
  let answered = 0;
  const waiting = await inPlatform(db, async (tx) => {
    await tx.rows('SELECT 1 FROM users WHERE merchant_id = $1 FOR NO KEY UPDATE', [merchantId]);
    const answers = changes.map((each) =>
      sent(each).finally(() => {
        answered += 1;
      }),
    );
    await expect
      .poll(async () => answered + (await countLockWaits(db)), { interval: 5 })
      .toBeGreaterThanOrEqual(changes.length);
    return { answers };
  });
  return Promise.all(waiting.answers);
}

test('whatever several windows change at once, every seat is one that there is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 2, maxLength: 4 }), async (changes) => {
      const answers = await allAtOnce(changes);
      expect(answers.filter((status) => ![200, 400, 404, 409].includes(status))).toEqual([]);
      expect(await seatContradictions(db, merchantId)).toEqual([]);
    }),
    {
      numRuns: Number(process.env['SEAT_RUNS'] ?? (process.env['MIZAN_LONG'] ? 5_000 : 60)),
      endOnFailure: true,
    },
  );
}, 300_000);
