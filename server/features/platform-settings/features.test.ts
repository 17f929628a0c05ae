import { type AuditRow, listChangesOf } from '@mizan/contract/audit.ts';
import type { FeatureSwitch } from '@mizan/contract/feature-switches.ts';
import { makeKey } from '@mizan/contract/integrator-keys.ts';
import { addAddress } from '@mizan/contract/integrator-webhooks.ts';
import { getRegistrations, sendApplication } from '@mizan/contract/onboarding.ts';
import * as settings from '@mizan/contract/platform-settings.ts';
import { uploadBankFile } from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { testSecret } from '../../platform/testing/database.ts';
import { openShop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { shopWithAddress } from '../../testing/webhook-listener.ts';
import { deliverDue } from '../integrator/deliver.service.ts';

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

const turn = (feature: FeatureSwitch, isOn: boolean) =>
  portal.call(settings.switchFeature, { params: { feature }, body: { isOn } }, as);
const codeOf = (answer: { json: () => unknown }) => (answer.json() as { code?: string }).code;

test('registrations: whoever sends one is told that it is switched off, before anything of it is read', async () => {
  const send = () => portal.call(sendApplication, { body: {} as never }, {});
  const isOpen = async () => (await portal.call(getRegistrations, {}, {})).json<{ isOpen: boolean }>().isOpen;
  const usual = codeOf(await send());
  expect(await isOpen()).toBe(true);
  await turn('registrations', false);
  expect(await isOpen()).toBe(false);
  const answer = await send();
  expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'switchedOff']);
  await turn('registrations', true);
  expect(codeOf(await send())).toBe(usual);
});

test('bank files: a key is refused, a person is not', async () => {
  const made = await portal.call(
    makeKey,
    { body: { name: 'Files', scopes: ['bankFiles:write'], lastDay: '2026-11-24' } },
    owner,
  );
  const { key } = made.json<{ key: string }>();
  const upload = (token: string, name: string) =>
    portal.app.inject({
      method: 'POST',
      url: `/api/v1/reconciliation/bank-files?fileName=${name}`,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/octet-stream',
        'idempotency-key': name,
      },
      payload: `a,b\n1,${name}\n`,
    });
  expect(uploadBankFile.switchedBy).toBe('bankFileApi');
  await turn('bankFileApi', false);
  const refused = await upload(key, 'one.csv');
  expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'switchedOff']);
  expect((await upload(owner.token, 'two.csv')).statusCode).toBeLessThan(300);
  await turn('bankFileApi', true);
  // The first file is not read yet, here by nobody: a second one waits for it.
  expect(codeOf(await upload(key, 'three.csv'))).toBe('bankFileRunning');
});

test('webhooks: messages wait as they are and go out once it is on again; an address is not added meanwhile', async () => {
  const { happen, there, newest } = await shopWithAddress(portal);
  const send = () => deliverDue({ db, clock, secret: testSecret, isReachable: () => true });
  await turn('webhooks', false);
  await happen();
  await send();
  expect(there.heard).toHaveLength(0);
  expect(await newest()).toMatchObject({ state: 'WAITING', attempts: [] });
  const body = { url: 'https://example.com/hook', facts: ['payments.approved'] } as never;
  expect(codeOf(await portal.call(addAddress, { body }, owner))).toBe('switchedOff');
  await turn('webhooks', true);
  await send();
  expect(await newest()).toMatchObject({ state: 'DELIVERED' });
});

test('the trail says which part and who; as it already is, nothing is said', async () => {
  const query = { type: 'platformSettings', id: settings.platformSettingsId } as const;
  const trail = async () =>
    (await portal.call(listChangesOf, { query }, as)).json<{ rows: AuditRow[] }>().rows;
  const before = await trail();
  await turn('webhooks', true);
  expect(await trail()).toEqual(before);
  expect(before[0]).toMatchObject({
    action: 'platformSettings.switchedOn',
    after: { feature: 'webhooks' },
    actorName: 'Huda Al-Faisal',
  });
  const now = await portal.call(settings.getPlatformSettings, {}, as);
  expect(now.json()).toMatchObject({ switchedOff: [] });
});
