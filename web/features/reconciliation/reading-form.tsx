import { Button, Checkbox, TextInput } from '@mantine/core';
import { type ChosenReadings, type LayoutProposal } from '@mizan/contract/bank-file-reading.ts';
import { type BankFileDetail, confirmLayout, getBankFile } from '@mizan/contract/reconciliation.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, isApiError } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { formatNumber } from '../../platform/formats.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { Form } from '../../ui/form.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { BothSidesTable } from './both-sides-table.tsx';
import { assignField, missingFields } from './columns-choice.ts';
import { ColumnsTable } from './columns-table.tsx';
import { ProposalRows } from './proposal-rows.tsx';
import classes from './reading.module.css';
import { ReadingQuestions } from './reading-questions.tsx';
import { useReconciliationSearch } from './reconciliation.search.ts';
import { useUploadProblem } from './upload.words.ts';

type Fields = readonly LayoutProposal['columns'][number]['field'][];

/**
 * How a file is read, before anything of it is judged: each question with its evidence and its other way, the columns, and
 * what the file and the portal have. A question that nothing decides holds the button back.
 */
export function ReadingForm({ detail, proposal }: { detail: BankFileDetail; proposal: LayoutProposal }) {
  const { t } = useTranslation(['reconciliation', 'common']);
  const wordsOf = useUploadProblem();
  const client = useQueryClient();
  const { showVerdict } = useReconciliationSearch();
  const isPhone = useIsPhone();
  const isJudged = detail.state === 'DONE';
  const found: Fields = proposal.columns.map(({ field }) => field);
  const form = useForm({
    start: {
      fields: found,
      readings: proposal.chosen,
      bankName: proposal.bankName,
      remember: true,
    },
    check: ({ fields }) => ({ fields: missingFields(fields).length > 0 && t('common:validation.required') }),
    send: ({ fields, bankName, ...others }) => {
      const columns = proposal.columns.map(({ key }, index) => ({ key, field: fields[index] ?? null }));
      const body = { columns, ...others, bankName: bankName.trim() };
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
      client.setQueryData(routeQuery(getBankFile, { params: { id: detail.id } }).queryKey, next);
      if (isJudged) showVerdict();
    },
  });
  const { fields, readings } = form.values;
  const isChanged = fields.some((field, index) => field !== found[index]);
  const open = isChanged
    ? []
    : proposal.questions.filter(({ question, way }) => (readings[question] ?? way) === null);
  const remembered = <Remembered bank={form.field('bankName')} remember={form.field('remember')} />;
  return (
    <Form
      form={form}
      submitLabel={t(
        `reconciliation:reading.${isChanged ? 'tryColumns' : isJudged ? 'judgeAgain' : 'judge'}`,
      )}
      shape="page"
      held={open.length > 0}
      beside={
        <>
          <Holding proposal={proposal} open={open} fields={fields} isChanged={isChanged} />
          {!isPhone && remembered}
        </>
      }
    >
      <Heading isJudged={isJudged} />
      <HowItIsRead
        proposal={proposal}
        fields={fields}
        readings={isChanged ? null : readings}
        onFields={isJudged ? undefined : (next) => form.change({ fields: next })}
        onReadings={(next) => form.change({ readings: next })}
      />
      {proposal.whole && !isChanged && !isJudged && (
        <WhatItCovers whole={proposal.whole} isAsProposed={Object.keys(readings).length === 0} />
      )}
      {/* On a phone the bar has room for the button and what holds it back. */}
      {isPhone && remembered}
    </Form>
  );
}

function Heading({ isJudged }: { isJudged: boolean }) {
  const { t } = useTranslation('reconciliation');
  return (
    <header>
      <h1 className={classes['title']}>
        {t(`reconciliation:reading.${isJudged ? 'howItWasRead' : 'title'}`)}
      </h1>
      <p className={classes['hint']}>{t(`reconciliation:reading.${isJudged ? 'helpJudged' : 'help'}`)}</p>
    </header>
  );
}

interface RememberedProps {
  bank: { value: string; error: string | undefined; onChange: (event: unknown) => void };
  remember: { value: boolean; onChange: (event: unknown) => void };
}

/** Whose file it is, and whether files after it are read so. */
function Remembered({ bank, remember }: RememberedProps) {
  const { t } = useTranslation(['reconciliation', 'common']);
  const name = bank.value.trim();
  return (
    <div className={classes['remember']}>
      <TextInput label={t('common:fields.bank')} maxLength={80} className={classes['bank'] ?? ''} {...bank} />
      <Checkbox
        checked={remember.value}
        onChange={(event) => remember.onChange(event.currentTarget.checked)}
        label={t(`reconciliation:reading.remember${name === '' ? 'Any' : ''}`, { bank: name })}
      />
    </div>
  );
}

/** Both sides of the whole file, read as it was proposed, and its rows that are no lines. */
function WhatItCovers({
  whole,
  isAsProposed,
}: {
  whole: NonNullable<LayoutProposal['whole']>;
  isAsProposed: boolean;
}) {
  const { t } = useTranslation('reconciliation');
  return (
    <>
      <section className={classes['section']}>
        <div className={classes['sectionHead']}>
          <h2>{t('reconciliation:reading.covers.title')}</h2>
          <span className={classes['hint']}>
            {t(`reconciliation:reading.covers.${isAsProposed ? 'how' : 'asProposed'}`)}
          </span>
        </div>
        <BothSidesTable sides={whole.sides} />
      </section>
      <ProposalRows whole={whole} />
    </>
  );
}

interface HowItIsReadProps {
  proposal: LayoutProposal;
  fields: Fields;
  /** Null while the columns are others than those that were tried. */
  readings: ChosenReadings | null;
  /** Absent where the columns are no longer to be chosen. */
  onFields: ((fields: Fields) => void) | undefined;
  onReadings: (readings: ChosenReadings) => void;
}

/** The questions, and behind a button the columns; these alone where a needed one is not known yet. */
function HowItIsRead({ proposal, fields, readings, onFields, onReadings }: HowItIsReadProps) {
  const { t } = useTranslation('reconciliation');
  const isUnknown = proposal.missing.length > 0;
  const [shown, setShown] = useState(isUnknown);
  const { columns, questions, rowsTried, whole } = proposal;
  const isSample = whole !== null && rowsTried < whole.lines;
  return (
    <section className={classes['section']}>
      <div className={classes['sectionHead']}>
        <h2>{t('reconciliation:reading.how.title')}</h2>
        {readings && !isUnknown && (
          <span className={classes['hint']}>
            {t(`reconciliation:reading.how.${isSample ? 'sample' : 'tried'}`, {
              tried: formatNumber(rowsTried),
              lines: formatNumber(whole?.lines ?? 0),
            })}
          </span>
        )}
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes['columnsButton'] ?? ''}
          aria-expanded={shown}
          onClick={() => setShown(!shown)}
        >
          {t('reconciliation:reading.columnsUsed', {
            used: formatNumber(fields.filter((field) => field !== null).length),
            all: formatNumber(columns.length),
          })}
        </Button>
      </div>
      {shown && (
        <ColumnsTable
          columns={columns}
          fields={fields}
          onChange={onFields && ((index, field) => onFields(assignField(fields, index, field)))}
        />
      )}
      {readings && questions.length > 0 && (
        <ReadingQuestions
          questions={questions}
          chosen={readings}
          onChoose={(question, way) => onReadings({ ...readings, [question]: way })}
        />
      )}
    </section>
  );
}

interface HoldingProps {
  proposal: LayoutProposal;
  open: LayoutProposal['questions'];
  fields: Fields;
  isChanged: boolean;
}

/** What keeps the file from being judged, in words beside the button. */
function Holding({ proposal, open, fields, isChanged }: HoldingProps) {
  const { t } = useTranslation('reconciliation');
  const missing = missingFields(fields).map((field) =>
    t('reconciliation:mapping.missing', { field: t(`reconciliation:bankField.${field}`) }),
  );
  const asked = open.map(({ question }) => t(`reconciliation:reading.question.${question}`));
  const changed = proposal.questions.filter((each) => each.changed !== null);
  const sentence =
    missing.length > 0
      ? missing.join(' ')
      : isChanged
        ? t('reconciliation:reading.changedColumns')
        : asked.length > 0
          ? t('reconciliation:reading.open', { questions: asked.join(t('reconciliation:absent.comma')) })
          : changed.length > 0
            ? t('reconciliation:reading.changedLayout')
            : null;
  return (
    <p role="status" className={classes['holding']}>
      {sentence !== null && (
        <>
          <IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />
          <span>{sentence}</span>
        </>
      )}
    </p>
  );
}
