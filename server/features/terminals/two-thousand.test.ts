import { listTerminalStates } from '@mizan/contract/terminal-reconciliation.ts';
import { listTerminals } from '@mizan/contract/terminals.ts';
import { filterOptions } from '@mizan/contract/transactions.ts';
import { expect, test } from 'vitest';
import { inPlatform } from '../../platform/database/database.ts';
import { openShop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';

/** A merchant with 2,000 terminals sees every one of them, wherever terminals are listed or chosen. */
const portal = await testPortal();
const count = 2_000;

test('2,000 terminals: the list, the reconciliations and the filters have them all', async () => {
  const shop = await openShop(portal.db, 0);
  await inPlatform(portal.db, (tx) =>
    tx.change(
      `INSERT INTO terminals (merchant_id, tid, brand, manufacturer, model, branch_id)
       SELECT $1, (77000000 + n)::text, 'PAX', 'PAX Technology', 'A920', $2 FROM generate_series(1, ${count}) n
       ON CONFLICT DO NOTHING`,
      [shop.merchantId, shop.branchId],
    ),
  );
  const token = await portal.tokenOf(shop.owner.userId);
  const last = String(77_000_000 + count);
  const rowsOf = async (route: typeof listTerminals | typeof listTerminalStates) =>
    (await portal.call(route, {}, { token })).json<{ rows: { tid: string }[] }>().rows;
  for (const rows of [await rowsOf(listTerminals), await rowsOf(listTerminalStates)]) {
    expect(rows).toHaveLength(count);
    expect(rows.at(-1)?.tid).toBe(last);
  }
  const { terminals } = (await portal.call(filterOptions, {}, { token })).json<{
    terminals: { tid: string }[];
  }>();
  expect(terminals).toHaveLength(count);
});
