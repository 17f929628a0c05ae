import type { FilePart } from '@mizan/contract/bank-file-part.ts';
import type { ChosenReadings, LayoutProposal } from '@mizan/contract/bank-file-reading.ts';
import type { SaidWords } from '@mizan/contract/bank-file-words.ts';
import { type BankFileDetail, confirmLayout, getBankFile } from '@mizan/contract/reconciliation.ts';
import type { BankField } from '@mizan/contract/reconciliation-terms.ts';
import { type TableForm } from '@mizan/contract/table-form.ts';
import { useEffect, useRef, useState } from 'react';
import { useCommand } from '../../../platform/command.ts';
import { takeAnswer } from '../../../platform/query-client.ts';

/** What a person said of how a file is read and what it holds. */
export interface SaidReading {
  fields: readonly (BankField | null)[];
  readings: ChosenReadings;
  words: SaidWords;
  part: FilePart | null;
  bankName: string;
  /** How the table is told, where that is to change: its columns are found anew. */
  table?: TableForm | undefined;
}

/** Typing is over after so long; what is chosen is tried at once with what else changed until then. */
const restMs = 400;

/** What is sent of it: the columns by their names, and what it holds where somebody said so. */
export const readingBody = (
  { columns, table: found }: Pick<LayoutProposal, 'columns' | 'table'>,
  { fields, readings, words, part, bankName, table }: SaidReading,
) => ({
  columns: table ? [] : columns.map(({ key }, index) => ({ key, field: fields[index] ?? null })),
  readings,
  words,
  bankName: bankName.trim(),
  table: table ?? found?.said,
  ...(part && { part }),
});

/**
 * Has the portal try what a person says otherwise, so that what it would come to stands on the screen before anything is
 * judged by it. Answers the proposal that is shown, the last one while another is being tried, and whether one is.
 */
export function useReadingTrial(detail: BankFileDetail, kept: LayoutProposal) {
  const [asked, setAsked] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  /** Said, and not taken by the portal yet; an answer to an older change says nothing of a newer one. */
  const newest = useRef(0);
  const [isSaid, setIsSaid] = useState(false);
  /** Why the last change was not tried, in words: what is shown is of the one before. */
  const [refused, setRefused] = useState<string | null>(null);
  const command = useCommand(confirmLayout, {
    onDone: (next) => takeAnswer(getBankFile, { params: { id: detail.id } }, next),
  });
  const trial = asked ? detail.trial : null;
  const [last, setLast] = useState<LayoutProposal | null>(null);
  const found = trial && (trial.proposal ?? last);
  if (found !== last) setLast(found);
  const shown = found ?? kept;
  const tryOut = (said: SaidReading): void => {
    clearTimeout(timer.current);
    const own = ++newest.current;
    setIsSaid(true);
    setRefused(null);
    timer.current = setTimeout(() => {
      setAsked(true);
      const body = { ...readingBody(shown, said), remember: false, judge: false };
      void command.run({ params: { id: detail.id }, body }).then(({ isDone, text = null }) => {
        if (own !== newest.current) return;
        setIsSaid(false);
        if (!isDone) setRefused(text);
      });
    }, restMs);
  };
  const isTrying = isSaid || (trial?.isRunning ?? false);
  return { shown, isTrying, refused, tryOut, showTrial: () => setAsked(true) };
}
