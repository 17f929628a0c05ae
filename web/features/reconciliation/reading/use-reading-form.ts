import type { FilePart } from '@mizan/contract/bank-file-part.ts';
import type { LayoutProposal } from '@mizan/contract/bank-file-reading.ts';
import { openWords, type SaidWords } from '@mizan/contract/bank-file-words.ts';
import { type BankFileDetail, confirmLayout, getBankFile } from '@mizan/contract/reconciliation.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call, isApiError } from '../../../platform/api-client.ts';
import { useForm } from '../../../platform/form.ts';
import { language } from '../../../platform/language.ts';
import { takeAnswer } from '../../../platform/query-client.ts';
import { useReconciliationSearch } from '../bank-file/reconciliation.search.ts';
import { useUploadProblem } from '../bank-file/upload.words.ts';
import { missingFields } from './columns-choice.ts';
import { readingBody, type SaidReading, useReadingTrial } from './use-reading-trial.ts';

export type LayoutFields = readonly LayoutProposal['columns'][number]['field'][];

const nameOfBank = (bank: LayoutProposal['bank']): string =>
  (language === 'ar' ? bank?.nameAr : bank?.nameEn) ?? '';

/**
 * What a person says of how a file is read and what it holds, what is open of it, and what it was found to come to: each
 * change but that of a column is tried at once.
 */
export function useReadingForm(detail: BankFileDetail, kept: LayoutProposal) {
  const { t } = useTranslation(['reconciliation', 'common']);
  const wordsOf = useUploadProblem();
  const { showVerdict } = useReconciliationSearch();
  const isJudged = detail.state === 'DONE';
  const { shown: proposal, isTrying, refused, tryOut, showTrial } = useReadingTrial(detail, kept);
  const found: LayoutFields = proposal.columns.map(({ field }) => field);
  const form = useForm({
    start: {
      fields: found,
      readings: proposal.chosen,
      words: {} as SaidWords,
      bankName: proposal.bankName || nameOfBank(proposal.bank),
      remember: true,
      part: null as FilePart | null,
    },
    check: ({ fields }) => ({ fields: missingFields(fields).length > 0 && t('common:validation.required') }),
    send: ({ remember, ...said }) => {
      const body = { ...readingBody(proposal, said), remember };
      return call(confirmLayout, { params: { id: detail.id }, body });
    },
    refusal: (error) => {
      if (!isApiError(error) || error.code !== 'readingsOpen')
        return wordsOf(isApiError(error) ? error : null);
      const questions = t(`reconciliation:reading.question.${String(error.details['question'])}`);
      return t('reconciliation:reading.open', { questions });
    },
    // The answer is the bank file as it goes on.
    onSent: (next) => {
      takeAnswer(getBankFile, { params: { id: detail.id } }, next);
      if (next.trial) showTrial();
      else if (isJudged) showVerdict();
    },
  });
  // In a table that is told otherwise there are other columns.
  const columnKeys = proposal.columns.map(({ key }) => key).join('\n');
  const keysBefore = useRef(columnKeys);
  const takeFound = useEffectEvent(() => form.change({ fields: found, readings: proposal.chosen }));
  useEffect(() => {
    if (columnKeys !== keysBefore.current) takeFound();
    keysBefore.current = columnKeys;
  }, [columnKeys]);
  const { fields, readings, words } = form.values;
  const part = form.values.part ?? proposal.part;
  const isChanged = fields.some((field, index) => field !== found[index]);
  const open = isChanged
    ? []
    : proposal.questions.filter(({ question, way }) => (readings[question] ?? way) === null);
  const openOfWords = isChanged ? [] : openWords(proposal.words ?? [], words);
  const isPartOpen = !isChanged && proposal.partAsked !== null && part === null;
  const change = ({ table, ...said }: Partial<SaidReading>): void => {
    form.change(said);
    tryOut({ ...form.values, part, ...said, table });
  };
  return { form, proposal, part, isChanged, open, openOfWords, isPartOpen, isTrying, refused, change };
}
