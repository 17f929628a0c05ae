import type { ImportPreview } from '@mizan/contract/discounts.ts';
import { inTenant, type Tx } from '../../platform/database/database.ts';
import type { Member } from '../../platform/http/call.ts';
import { banksToday } from '../banks/banks.service.ts';
import { selectRates } from './discounts.queries.ts';
import { addRates, type DiscountsDeps, refused, unlessTaken } from './discounts.service.ts';
import { readRates } from './rates-csv.ts';

async function previewIn(tx: Tx, text: string, at: Date): Promise<ImportPreview> {
  const [banks, rates] = await Promise.all([banksToday(tx, at), selectRates(tx)]);
  const taken = new Set(
    rates
      .filter(({ withdrawnAt }) => withdrawnAt === null)
      .map(({ bankId, scheme, validFrom }) => [bankId, scheme, validFrom].join()),
  );
  return readRates(text, {
    banks,
    isTaken: ({ bankId, scheme, validFrom }) => taken.has([bankId, scheme, validFrom].join()),
  });
}

/** What would become of each row; nothing is written. */
export const previewImport = (
  { db, clock }: DiscountsDeps,
  { merchantId }: Member,
  text: string,
): Promise<ImportPreview> => inTenant(db, merchantId, (tx) => previewIn(tx, text, clock.now()));

/**
 * Adds the rates of a CSV, all or none.
 * @throws Failure 'conflict': 'rows' where one cannot be read or was taken meanwhile, 'tooMany'
 */
export const importRates = (
  { db, clock }: DiscountsDeps,
  by: Member,
  text: string,
): Promise<{ added: number }> =>
  unlessTaken(
    inTenant(db, by.merchantId, async (tx) => {
      const at = clock.now();
      const { rows, refusal } = await previewIn(tx, text, at);
      const rates = rows.flatMap(({ rate }) => (rate ? [rate] : []));
      if (refusal !== null || rates.length < rows.length) throw refused('rows');
      await addRates(tx, by, at, rates, { note: '', importedCount: rates.length });
      return { added: rates.length };
    }),
  );
