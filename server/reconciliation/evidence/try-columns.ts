import type { PortalRecords } from '../normalise/portal-records.ts';
import type { ColumnMapping } from '../read/columns.ts';
import { findsOf, otherAmounts } from './amount-column.ts';
import { fieldsByValues } from './columns-by-values.ts';
import type { TrialFile } from './trial-file.ts';
import type { Trial } from './try-readings.ts';

/** Columns that were tried: the file with them, the payments that it was held against, and what was found. */
export interface Tried {
  file: TrialFile;
  payments: PortalRecords;
  trial: Trial;
}

type TryBy = (mapping: ColumnMapping) => Promise<Tried>;

/**
 * The columns of a file that nobody has seen before: as they are named, but for another amount and for columns of unknown names where
 * the payments tell them (docs/decisions/0470-which-of-several-amounts.md, 0472-columns-of-unknown-names.md).
 */
export const tryColumns = async (named: ColumnMapping, tryBy: TryBy): Promise<Tried> =>
  withColumnsByValues(await withBestAmount(named, tryBy), tryBy);

const countOf = ({ file, payments, trial }: Tried): number => findsOf(file, payments, trial.reading);

/** The columns as they are named, or another column for the amount where strictly more lines find their payment so. */
async function withBestAmount(named: ColumnMapping, tryBy: TryBy): Promise<Tried> {
  let best = await tryBy(named);
  const others = otherAmounts(named);
  if (others.length === 0) return best;
  let most = countOf(best);
  for (const other of others) {
    const tried = await tryBy(other);
    const count = countOf(tried);
    if (count > most) [best, most] = [tried, count];
  }
  return best;
}

/** With the columns of unknown names that the payments tell; as it was where the whole trial does not bear them out. */
async function withColumnsByValues(tried: Tried, tryBy: TryBy): Promise<Tried> {
  const { file, payments, trial } = tried;
  const { mapping } = file;
  const fields = fieldsByValues(file, payments, { ...trial.reading, fields: mapping.fields });
  if (fields.every((field, index) => field === mapping.fields[index])) return tried;
  const again = await tryBy({ ...mapping, fields });
  return countOf(again) >= countOf(tried) ? again : tried;
}
