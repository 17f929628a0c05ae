import { afterAll, expect, test } from 'vitest';
import { inPlatform } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { findLink, insertLink, spendLink } from './mail-links.queries.ts';
import { addMerchant, addUser, signInPortal } from './testing/sign-in-portal.ts';

const portal = await signInPortal(await testDatabase());
afterAll(() => portal.close());
const { db, clock } = portal;
const merchant = await addMerchant(db);
const purpose = 'ACTIVATE_EMAIL';
const rounds = 40;

/** Two links of one person, by their hashes. */
async function twoLinks(): Promise<{ hashes: Buffer[]; userId: string }> {
  const at = clock.now();
  const expiresAt = new Date(at.getTime() + 60_000);
  const email = `${crypto.randomUUID()}@diyar.coffee`;
  const userId = await addUser(db, { role: 'MERCHANT', merchant, email });
  const hashes = [1, 2].map(() => Buffer.from(crypto.getRandomValues(new Uint8Array(32))));
  await inPlatform(db, async (tx) => {
    for (const tokenHash of hashes) await insertLink(tx, { purpose, tokenHash, userId, at, expiresAt });
  });
  return { hashes, userId };
}

// Each spends its sibling too: without one order of locks the two wait for each other, and one ends as a fault.
test('of two links of one person that are followed at once, one counts and the other is spent', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { hashes, userId } = await twoLinks();
    const at = clock.now();
    const both = await Promise.all(
      hashes.map((tokenHash) => inPlatform(db, (tx) => spendLink(tx, purpose, tokenHash, userId, at))),
    );
    expect(both.filter(Boolean)).toHaveLength(1);
    for (const tokenHash of hashes) {
      expect(await inPlatform(db, (tx) => findLink(tx, purpose, tokenHash, at))).toBeNull();
    }
  }
});
