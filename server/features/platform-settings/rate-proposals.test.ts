import { type AuditRow, listChangesOf } from '@mizan/contract/audit.ts';
import { listDiscounts } from '@mizan/contract/discounts.ts';
import { platformSettingsId } from '@mizan/contract/platform-settings.ts';
import { type RateProposal, setRateProposal } from '@mizan/contract/rate-proposals.ts';
import { expect, test } from 'vitest';
import { inTenant, platformRows } from '../../platform/database/database.ts';
import { openShop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { agreementOn } from '../banks/agreement.service.ts';

const portal = await testPortal();
const { db, clock } = portal;
const shop = await openShop(db, 1);
const [admin] = await platformRows<{ id: string }>(
  db,
  `INSERT INTO users (role, email, full_name, password_hash) VALUES ('ADMIN', 'admin@mizan.test', 'Huda Al-Faisal', '')
   RETURNING id::text`,
);
const as = { token: await portal.tokenOf(admin?.id ?? '') };
const owner = { token: await portal.tokenOf(shop.owner.userId) };
const propose = (scheme: 'Jcb' | 'Mada', proposal: RateProposal | null, seen: RateProposal | null) =>
  portal.call(setRateProposal, { params: { scheme }, body: { proposal, seen } }, as);
const offered = async () =>
  listDiscounts.output.parse((await portal.call(listDiscounts, {}, owner)).json()).proposals;
const jcb = { mdrBps: 260, capLimitMinor: null, processingFeeMinor: 25 };

test('what is proposed reaches the form of a merchant and charges nothing', async () => {
  expect(await offered()).toMatchObject({ Mada: { mdrBps: 80, capLimitMinor: 4_000 }, Jcb: null });
  const rateOfJcb = () =>
    inTenant(db, shop.merchantId, async (tx) => {
      const of = { terminalId: shop.terminals[0]?.id ?? '', scheme: 'Jcb' as const, at: clock.now() };
      return (await agreementOn(tx, of)).rate;
    });
  expect(await rateOfJcb()).toBeNull();
  expect((await propose('Jcb', jcb, null)).statusCode).toBe(200);
  expect((await propose('Jcb', { ...jcb, mdrBps: 270 }, null)).statusCode, 'over what was not seen').toBe(
    409,
  );
  expect(await offered()).toMatchObject({ Jcb: jcb });
  expect(await rateOfJcb()).toBeNull();
  const { rates } = listDiscounts.output.parse((await portal.call(listDiscounts, {}, owner)).json());
  expect(rates.filter(({ scheme }) => scheme === 'Jcb')).toEqual([]);
});

test('the trail says what was before, for the card alone that changed; the same again is no change', async () => {
  await propose('Jcb', jcb, null);
  await propose('Jcb', null, jcb);
  await propose('Jcb', null, jcb);
  const query = { type: 'platformSettings', id: platformSettingsId } as const;
  const { rows } = (await portal.call(listChangesOf, { query }, as)).json<{ rows: AuditRow[] }>();
  expect(rows).toMatchObject([
    {
      action: 'platformSettings.proposalSet',
      before: { mdrBps: 260 },
      after: { scheme: 'Jcb', mdrBps: null },
    },
    {
      action: 'platformSettings.proposalSet',
      before: { mdrBps: null },
      after: { scheme: 'Jcb', mdrBps: 260 },
    },
  ]);
  expect(await offered()).toMatchObject({ Mada: { mdrBps: 80 }, Jcb: null });
});
