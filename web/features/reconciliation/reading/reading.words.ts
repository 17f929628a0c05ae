import type { TriedQuestion } from '@mizan/contract/bank-file-reading.ts';
import type { ReadingQuestion, ReadingWay } from '@mizan/contract/reconciliation-terms.ts';
import type { TFunction } from 'i18next';
import { formatNumber, isolateLtr } from '../../../platform/formats.ts';

export const wayText = (t: TFunction, question: ReadingQuestion, way: ReadingWay): string =>
  t(`reconciliation:reading.way.${question}.${way}`);

/** What a part of a layout is called: as people named it, else by the bank, where one was named for its files. */
export const partName = (t: TFunction, name: string, bank: string): string =>
  name ||
  (bank === ''
    ? t('reconciliation:reading.filePart.ofNoBank')
    : t('reconciliation:reading.filePart.unnamed', { bank }));

/** '326 of 326', both numbers in the reader's digits. */
export const partText = (t: TFunction, part: number, whole: number): string =>
  t('reconciliation:reading.part', { part: formatNumber(part), whole: formatNumber(whole) });

/** How many of the lines tried are confirmed when a file is judged by a way. */
export const confirmedBy = ({ finds, confirms = finds }: TriedQuestion['ways'][number]): number => confirms;

/** What speaks for the way that stands, as a sentence round the count that is drawn strong. */
export function evidenceText(
  t: TFunction,
  tried: TriedQuestion,
  way: ReadingWay,
): { before: string; count: string; after: string } {
  const { question, evidence, by, example } = tried;
  const own = tried.ways.find((each) => each.way === way);
  const count = own ? partText(t, confirmedBy(own), tried.tried) : '';
  // A way that somebody chose has its own count to show, whatever spoke for the one that was proposed.
  const kind =
    way === tried.way
      ? evidence
      : own && confirmedBy(own) > 0
        ? 'finds'
        : question === 'charges'
          ? 'chosenAlone'
          : 'chosen';
  const about = question === 'refunds' && kind === 'finds' ? 'refunds' : kind;
  const key = kind === 'absent' ? `absent.${question === 'fees' ? 'fees' : 'currency'}` : about;
  const sentence = t(`reconciliation:reading.evidence.${key}`, {
    of: mark,
    by: isolateLtr(by ?? ''),
    value: isolateLtr(example),
  });
  const [before = '', after] = sentence.split(mark);
  return after === undefined ? { before, count: '', after: '' } : { before, count, after };
}

/** Stands in a sentence for what is drawn on its own; no text has it. */
const mark = '\u0001';
