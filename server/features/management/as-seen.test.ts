import * as management from '@mizan/contract/management.ts';
import { changePerson } from '@mizan/contract/people.ts';
import { expect, test } from 'vitest';
import { seenOfPerson } from '../../testing/seen-person.ts';
import { openShop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';

/** Two windows are open on the same branch or person: the later save is one over what its form did not show. */
const portal = await testPortal();
const shop = await openShop(portal.db, 1);
const as = { token: await portal.tokenOf(shop.owner.userId) };
const refused = { code: 'conflict', details: { reason: 'changedMeanwhile' } };

test('409: a name that is saved late takes nobody back to the terminal of before', async () => {
  const [{ id: terminalId, cashier } = { id: '', cashier: { userId: '' } }] = shop.terminals;
  const params = { id: cashier.userId };
  const seen = await seenOfPerson(portal, as.token, params.id);
  expect(seen).toMatchObject({ terminalId });
  const body = { teamRole: 'cashier' as const, branchId: shop.branchId, seen };
  const away = { ...body, fullName: 'Sami', terminalId: null };
  const late = { ...body, fullName: 'Sami Al-Harbi', terminalId };
  expect((await portal.call(changePerson, { params, body: away }, as)).statusCode).toBe(200);
  expect((await portal.call(changePerson, { params, body: late }, as)).json()).toMatchObject(refused);
  expect(await seenOfPerson(portal, as.token, params.id)).toMatchObject({
    fullName: 'Sami',
    terminalId: null,
  });
});

test('409: a name of a branch that is saved late puts back no address of before', async () => {
  const params = { id: shop.branchId };
  const kept = async () => {
    const answer = await portal.call(management.getBranch, { params }, as);
    const { code, nameEn, nameAr, place } = answer.json<management.BranchRow>();
    return { code, nameEn, nameAr, ...place };
  };
  const example = management.changeBranch.example?.body as management.BranchBody & { seen: object };
  const { seen: _seen, ...fields } = example;
  const seen = await kept();
  const moved = { ...fields, code: seen.code, district: 'Al Malaz', seen };
  const late = { ...fields, code: seen.code, nameEn: 'Al Malqa', seen };
  expect((await portal.call(management.changeBranch, { params, body: moved }, as)).statusCode).toBe(200);
  expect((await portal.call(management.changeBranch, { params, body: moved }, as)).statusCode, 'again').toBe(
    200,
  );
  expect((await portal.call(management.changeBranch, { params, body: late }, as)).json()).toMatchObject(
    refused,
  );
  expect(await kept()).toMatchObject({ district: 'Al Malaz', nameEn: fields.nameEn });
});
