import type { ReadingChange, ReadingQuestion, ReadingWay } from '@mizan/contract/reconciliation-terms.ts';
import type { Layout } from '../read/columns.ts';
import { type Reading, readSo } from './reading.ts';
import type { Trial, TriedQuestion } from './try-readings.ts';

/**
 * The questions of which a remembered layout is no longer to be believed in this file: no line finds its payment any more by
 * a reading that once found them, more lines find theirs another way, or a question arises that nobody was asked and
 * nothing decides. A question that does not arise in this file changes nothing.
 */
export function changedQuestions(
  trial: Trial,
  layout: Layout,
  base: Reading,
): Partial<Record<ReadingQuestion, ReadingChange>> {
  const changes = trial.questions.map((tried) => [tried.question, changeOf(tried, layout, base, trial.zone)]);
  return Object.fromEntries(changes.filter(([, change]) => change !== null));
}

function changeOf(
  tried: TriedQuestion,
  layout: Layout,
  base: Reading,
  zone: string | undefined,
): ReadingChange | null {
  const confirmed = layout.readings?.[tried.question];
  const way = confirmed?.way ?? wayOf(tried, base, zone);
  if (tried.tried === 0 && tried.question !== 'currency') return null;
  if (!confirmed && !tried.decided) return 'undecided';
  // What was never asked is as it is read by itself, unless this file decides otherwise.
  if (way === undefined) return null;
  const own = tried.ways.find((each) => each.way === way);
  if (!own || tried.ways.some(({ finds }) => finds > own.finds)) return 'otherWay';
  if (confirmed && confirmed.finds > 0 && own.finds === 0) return 'findsGone';
  // No payment speaks for how charges of the bank are read: what the file says of them is all there is.
  const isProved =
    (tried.question === 'charges' && tried.evidence === 'said') ||
    tried.evidence === 'finds' ||
    tried.evidence === 'proved' ||
    tried.evidence === 'sums';
  if (tried.way !== null && tried.way !== way && (isProved || !confirmed)) return 'otherWay';
  return null;
}

/** The way in which a layout reads a question without having been asked; undefined where it leaves it to each value. */
const wayOf = (tried: TriedQuestion, base: Reading, zone: string | undefined): ReadingWay | undefined =>
  tried.ways.find(
    ({ way }) => JSON.stringify(readSo(base, tried.question, way, zone)) === JSON.stringify(base),
  )?.way;
