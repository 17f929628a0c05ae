import type { FilePart } from '@mizan/contract/bank-file-part.ts';
import type { ChosenReadings, LayoutProposal } from '@mizan/contract/bank-file-reading.ts';
import type { SaidWords } from '@mizan/contract/bank-file-words.ts';
import { type BankFileDetail, confirmLayout, getBankFile } from '@mizan/contract/reconciliation.ts';
import type { BankField } from '@mizan/contract/reconciliation-terms.ts';
import { type TableForm } from '@mizan/contract/table-form.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useCommand } from '../../platform/command.ts';
import { routeQuery } from '../../platform/query-client.ts';

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
 * judged by it. Answers the proposal that is shown, and whether something is being tried.
 */
export function useReadingTrial(detail: BankFileDetail, kept: LayoutProposal) {
  const client = useQueryClient();
  const [asked, setAsked] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [isResting, setIsResting] = useState(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const command = useCommand(confirmLayout, {
    onDone: (next) =>
      client.setQueryData(routeQuery(getBankFile, { params: { id: detail.id } }).queryKey, next),
  });
  const shown = (asked && detail.trial?.proposal) || kept;
  const tryOut = (said: SaidReading): void => {
    clearTimeout(timer.current);
    setIsResting(true);
    timer.current = setTimeout(() => {
      setIsResting(false);
      setAsked(true);
      const body = { ...readingBody(shown, said), remember: false, judge: false };
      void command.run({ params: { id: detail.id }, body });
    }, restMs);
  };
  const isTrying = isResting || command.isWorking || (asked && (detail.trial?.isRunning ?? false));
  return { shown, isTrying, tryOut, showTrial: () => setAsked(true) };
}
