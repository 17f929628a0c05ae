/** The shop of a month of files: three tills, of which the third is another bank's. */
import { addBank } from '../../../server/features/banks/banks.service.ts';
import { testBank } from '../../../server/features/banks/testing/test-bank.ts';
import {
  type BankWorld,
  type Sold,
  sell,
} from '../../../server/features/reconciliation/testing/bank-world.ts';
import { inPlatform, platformRows } from '../../../server/platform/database/database.ts';
import type { Random } from '../random.ts';

/** Opens the second bank; answers the ids of both. */
export async function openBanks({ portal: { db }, merchant }: BankWorld): Promise<string[]> {
  const [{ id: najd } = { id: '' }] = await platformRows<{ id: string }>(
    db,
    'SELECT min(id)::text AS id FROM banks WHERE merchant_id = $1',
    [merchant.merchantId],
  );
  const tihama = await inPlatform(db, (tx) =>
    addBank(tx, merchant.merchantId, { ...testBank, nameEn: 'Tihama Bank', nameAr: 'بنك تهامة' }),
  );
  return [najd, tihama];
}

/** What the three tills sell on a day: at each of them mada at the day's beginning and end, cards and a refund between. */
export function sellDay(
  world: BankWorld,
  banks: readonly string[],
  random: Random,
  day: string,
): Promise<Sold[]> {
  const two = (number: number): string => String(number).padStart(2, '0');
  const sales = [0, 1, 2].flatMap((terminal) =>
    (['Mada', 'Mada', 'Visa', 'Mada', 'MasterCard', 'Mada'] as const).map((scheme, at) => ({
      terminal,
      scheme,
      amountMinor: random.whole(2_500, 60_000),
      type: scheme === 'Visa' && random.oneIn(6) ? ('REFUND' as const) : ('PURCHASE' as const),
      at: `${day} ${two(9 + 2 * at)}:${two(random.whole(0, 59))}`,
      bankId: banks[terminal === 2 ? 1 : 0] as string,
    })),
  );
  return sell(world, sales);
}
