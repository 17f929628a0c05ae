import type { ReadingQuestion, ReadingWay } from '@mizan/contract/reconciliation-terms.ts';
import { namedZone } from '../normalise/date-text.ts';
import { cellText } from '../read/row.ts';
import type { Reading } from './reading.ts';
import type { Said } from './said.ts';
import type { TrialFile } from './trial-file.ts';

export type Ways = { [Q in ReadingQuestion]: readonly ReadingWay<Q>[] };

/** The ways in which each question of this file could be answered; none where it has nothing of the kind. */
export function waysOf(
  file: TrialFile,
  { fields, formats }: Reading,
  said: Partial<Record<ReadingQuestion, Said>>,
): Ways {
  const has = (field: Reading['fields'][number]): boolean => fields.includes(field);
  const word = has('type') ? (['word'] as const) : [];
  const direction = has('direction') ? (['direction'] as const) : [];
  const saidCurrency = said.currency?.way as ReadingWay<'currency'> | undefined;
  return {
    dateOrder: ['dayFirst', 'monthFirst'],
    clock: clocksOf(file, said.clock?.way === 'named' || formats.zone !== undefined),
    day: daysOf(has('date'), has('postingDate')),
    amounts: ['point', 'comma', 'minor'],
    // Columns of their own for what is paid and what is taken leave nothing to ask, and so does a sign alone.
    refunds:
      has('amount') && (word.length > 0 || direction.length > 0) ? [...word, 'minus', ...direction] : [],
    // Only a word may take money that the sign does not.
    charges: has('amount') && has('type') ? ['taken', 'signed'] : [],
    currency: [saidCurrency ?? 'SAR'],
    fees: feesOf(fields),
  };
}

function clocksOf({ rows, at }: TrialFile, isNamed: boolean): readonly ReadingWay<'clock'>[] {
  const saysAst = rows.some((row) =>
    [cellText(row, at.timeZone), namedZone(cellText(row, at.date)), namedZone(cellText(row, at.time))].some(
      (zone) => zone?.toUpperCase() === 'AST',
    ),
  );
  if (saysAst) return ['arabia', 'atlantic'];
  return isNamed ? ['named', 'riyadh', 'utc'] : ['riyadh', 'utc'];
}

function daysOf(hasDate: boolean, hasPosting: boolean): readonly ReadingWay<'day'>[] {
  if (hasDate) return hasPosting ? ['date', 'postingDate', 'settlement'] : ['date', 'settlement'];
  return hasPosting ? ['settlement', 'date'] : [];
}

function feesOf(fields: Reading['fields']): readonly ReadingWay<'fees'>[] {
  const fees = fields.filter((field) => field === 'fee' || field === 'totalFee');
  const isNetKnown = fields.some((field) => field === 'net' || field === 'netCredit' || field === 'netDebit');
  if (fees.length === 0) return isNetKnown ? [] : ['none'];
  if (!fields.includes('vat') || fees.length > 1) return [];
  return fees[0] === 'totalFee' ? ['vatWithin', 'vatApart'] : ['vatApart', 'vatWithin'];
}
