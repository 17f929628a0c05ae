import { Button, Checkbox, TextInput } from '@mantine/core';
import { partWith } from '@mizan/contract/bank-file-part.ts';
import type { ChosenReadings, LayoutProposal } from '@mizan/contract/bank-file-reading.ts';
import { type AskedWord, isSheetField, type SaidWords } from '@mizan/contract/bank-file-words.ts';
import { fileBankIn } from '@mizan/contract/bank-names.ts';
import type { BankFileDetail } from '@mizan/contract/reconciliation.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../platform/formats.ts';
import { language } from '../../../platform/language.ts';
import { Form } from '../../../ui/form.tsx';
import { opensNothing } from '../../../ui/opens-nothing.ts';
import { useIsPhone } from '../../../ui/screen-width.ts';
import { TableTold } from '../../../ui/table-told.tsx';
import { AtBestNote } from './at-best-note.tsx';
import { BothSidesTable, type Choosing } from './both-sides-table.tsx';
import { assignField, missingFields } from './columns-choice.ts';
import { ColumnsTable } from './columns-table.tsx';
import { ConfirmedParts, FilePartFields } from './file-part.tsx';
import { OtherCurrency } from './other-currency.tsx';
import { ProposalRows } from './proposal-rows.tsx';
import classes from './reading.module.css';
import { ReadingQuestions } from './reading-questions.tsx';
import { ReadingWords } from './reading-words.tsx';
import { type LayoutFields, useReadingForm } from './use-reading-form.ts';

/**
 * How a file is read, before anything of it is judged: each question with its evidence and its other way, the columns, and
 * what the file and the portal have. A question that nothing decides holds the button back.
 */
export function ReadingForm({
  detail,
  proposal: kept,
}: {
  detail: BankFileDetail;
  proposal: LayoutProposal;
}) {
  const { t } = useTranslation('reconciliation');
  const isPhone = useIsPhone();
  const isJudged = detail.state === 'DONE';
  const said = useReadingForm(detail, kept);
  const { form, proposal, part, isChanged, open, openOfWords, isPartOpen, isTrying, refused, change } = said;
  const { fields, readings, words } = form.values;
  const remembered = <Remembered bank={form.field('bankName')} remember={form.field('remember')} />;
  return (
    <Form
      form={form}
      submitLabel={t(
        `reconciliation:reading.${isChanged ? 'tryColumns' : isJudged ? 'judgeAgain' : 'judge'}`,
      )}
      shape="page"
      held={open.length > 0 || openOfWords.length > 0 || isPartOpen || isTrying}
      beside={
        <>
          <Holding {...{ proposal, open, openOfWords, fields, isChanged, isPartOpen, isTrying, refused }} />
          {!isPhone && remembered}
        </>
      }
    >
      <Heading isJudged={isJudged} />
      {!isChanged && <OtherCurrency proposal={proposal} />}
      {proposal.table && (
        <TableTold
          table={proposal.table}
          refused={refusedWords(proposal, t)}
          isDoubtful={proposal.missing.length > 0 || proposal.table.isEncodingGuessed}
          onChange={(table) => change({ table })}
        />
      )}
      <HowItIsRead
        proposal={proposal}
        fields={fields}
        readings={isChanged ? null : readings}
        words={words}
        onFields={(next) => form.change({ fields: next })}
        onReadings={(next) => change({ readings: next })}
        onWords={(next) => change({ words: next })}
      />
      {!proposal.whole && proposal.missing.length === 0 && !isChanged && (
        <Button variant="default" loading={isTrying} onClick={() => change({})}>
          {t('reconciliation:reading.covers.show')}
        </Button>
      )}
      {proposal.whole && !isChanged && (
        <WhatItCovers
          whole={proposal.whole}
          reading={proposal.reading}
          bankId={proposal.bank?.id ?? null}
          choosing={part && { part, choose: (row, choice) => change({ part: partWith(part, row, choice) }) }}
        >
          <FilePartFields proposal={proposal} part={part} onChange={(next) => change({ part: next })} />
        </WhatItCovers>
      )}
      <ConfirmedParts parts={detail.parts} bankName={fileBankIn(language, detail)} />
      {/* On a phone the bar has room for the button and what holds it back. */}
      {isPhone && remembered}
    </Form>
  );
}

/** Why the file could not be read as was said last. */
const refusedWords = ({ refused }: LayoutProposal, t: TFunction): string | null =>
  refused ? t(`reconciliation:fileError.${refused}`, { max: '', rows: '', field: '' }) : null;

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

/** Both sides of the whole file, what it is judged as, and its rows that are no lines. */
function WhatItCovers({
  whole,
  reading,
  bankId,
  choosing,
  children,
}: {
  whole: NonNullable<LayoutProposal['whole']>;
  reading: string | null;
  bankId: string | null;
  choosing: Choosing | null;
  children: ReactNode;
}) {
  const { t } = useTranslation('reconciliation');
  return (
    <>
      <section className={classes['section']}>
        <div className={classes['sectionHead']}>
          <h2>{t('reconciliation:reading.covers.title')}</h2>
          <span className={classes['hint']}>{t('reconciliation:reading.covers.how')}</span>
        </div>
        {children}
        <BothSidesTable sides={whole.sides} reading={reading} bankId={bankId} choosing={choosing} />
      </section>
      <ProposalRows whole={whole} />
    </>
  );
}

interface HowItIsReadProps {
  proposal: LayoutProposal;
  fields: LayoutFields;
  /** Null while the columns are others than those that were tried. */
  readings: ChosenReadings | null;
  words: SaidWords;
  onFields: (fields: LayoutFields) => void;
  onReadings: (readings: ChosenReadings) => void;
  onWords: (words: SaidWords) => void;
}

/** The questions, and behind a button the columns; these alone where a needed one is not known yet. */
function HowItIsRead({
  proposal,
  fields,
  readings,
  words: said,
  onFields,
  onReadings,
  onWords,
}: HowItIsReadProps) {
  const { t } = useTranslation('reconciliation');
  const isUnknown = proposal.missing.length > 0;
  const { columns, questions, rowsTried, whole, words = [] } = proposal;
  const [shown, setShown] = useState(isUnknown || columns.some(({ isByValues }) => isByValues));
  const isSample = whole !== null && rowsTried < whole.lines;
  return (
    <section className={classes['section']}>
      <div className={classes['sectionHead']}>
        <h2>{t('reconciliation:reading.how.title')}</h2>
        {readings && !isUnknown && (
          <span className={classes['hint']} {...opensNothing('evidence')}>
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
          onChange={(index, field) => onFields(assignField(fields, index, field))}
        />
      )}
      {readings && questions.length > 0 && (
        <ReadingQuestions
          questions={questions}
          chosen={readings}
          onChoose={(question, way) => onReadings({ ...readings, [question]: way })}
        />
      )}
      {readings && words.length > 0 && <ReadingWords words={words} said={said} onSay={onWords} />}
    </section>
  );
}

interface HoldingProps {
  proposal: LayoutProposal;
  open: LayoutProposal['questions'];
  openOfWords: readonly AskedWord[];
  fields: LayoutFields;
  isChanged: boolean;
  isPartOpen: boolean;
  isTrying: boolean;
  /** Why what was said last was not tried. */
  refused: string | null;
}

/** What keeps the file from being judged, in words beside the button; without anything, what its verdict is at best. */
function Holding({
  proposal,
  open,
  openOfWords,
  fields,
  isChanged,
  isPartOpen,
  isTrying,
  refused,
}: HoldingProps) {
  const { t } = useTranslation(['reconciliation', 'transactions']);
  const missing = missingFields(fields).map((field) =>
    t('reconciliation:mapping.missing', { field: t(`reconciliation:bankField.${field}`) }),
  );
  const asked = open.map(({ question }) => t(`reconciliation:reading.question.${question}`));
  for (const what of ['words', 'sheets'] as const)
    if (openOfWords.some(({ field }) => isSheetField(field) === (what === 'sheets')))
      asked.push(t(`reconciliation:reading.question.${what}`));
  if (isPartOpen) asked.push(t('reconciliation:reading.question.part'));
  const changed = proposal.questions.filter((each) => each.changed !== null);
  const sentence =
    missing.length > 0
      ? missing.join(' ')
      : isChanged
        ? t('reconciliation:reading.changedColumns')
        : isTrying
          ? t('reconciliation:reading.trying')
          : refused !== null
            ? t('reconciliation:reading.notTried', { why: refused })
            : asked.length > 0
              ? t('reconciliation:reading.open', { questions: asked.join(t('reconciliation:absent.comma')) })
              : changed.length > 0
                ? t('reconciliation:reading.changedLayout')
                : null;
  const atBest = proposal.whole?.atBest;
  if (atBest && (sentence === null || changed.length > 0) && asked.length === 0 && !isTrying && !isChanged)
    return <AtBestNote atBest={atBest} changed={sentence} />;
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
