import { NativeSelect } from '@mantine/core';
import type { ChosenReadings, TriedQuestion } from '@mizan/contract/bank-file-reading.ts';
import type { ReadingWay } from '@mizan/contract/reconciliation-terms.ts';
import { IconAlertTriangle, IconCheck, IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { opensNothing } from '../../../ui/opens-nothing.ts';
import classes from './reading.module.css';
import { confirmedBy, evidenceText, partText, wayText } from './reading.words.ts';

interface ReadingQuestionsProps {
  questions: readonly TriedQuestion[];
  chosen: ChosenReadings;
  onChoose: (question: TriedQuestion['question'], way: ReadingWay | undefined) => void;
}

/** One row a question: how it is read, what of the merchant's transactions speaks for it, and the other ways. */
export function ReadingQuestions({ questions, chosen, onChoose }: ReadingQuestionsProps) {
  const { t } = useTranslation('reconciliation');
  return (
    <table
      className={classes['questions']}
      aria-label={t('reconciliation:reading.how.title')}
      {...opensNothing('evidence')}
    >
      <thead>
        <tr>
          {(['question', 'readAs', 'evidence', 'other'] as const).map((head) => (
            <th key={head} scope="col">
              {t(`reconciliation:reading.head.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {questions.map((tried) => (
          <QuestionRow
            key={tried.question}
            tried={tried}
            way={chosen[tried.question] ?? tried.way}
            onChoose={(way) => onChoose(tried.question, way)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface QuestionRowProps {
  tried: TriedQuestion;
  way: ReadingWay | null;
  onChoose: (way: ReadingWay | undefined) => void;
}

function QuestionRow({ tried, way, onChoose }: QuestionRowProps) {
  const { t } = useTranslation('reconciliation');
  const { question, ways, changed } = tried;
  const name = t(`reconciliation:reading.question.${question}`);
  const column = ways.find((each) => each.way === way)?.column ?? null;
  const choices = ways.map((each) => ({ value: each.way, label: wayText(t, question, each.way) }));
  const open = { value: '', label: t('reconciliation:reading.choose') };
  return (
    <tr data-open={way === null || undefined}>
      <th scope="row">
        {name}
        {changed && (
          <span className={classes['changed']}>{t(`reconciliation:reading.changed.${changed}`)}</span>
        )}
      </th>
      <td>
        <span className={classes['answer']}>
          <NativeSelect
            aria-label={t('reconciliation:reading.readAs', { question: name })}
            error={way === null}
            withErrorStyles={false}
            variant="unstyled"
            classNames={{ input: classes['select'] ?? '' }}
            value={way ?? ''}
            data={tried.way === null ? [open, ...choices] : choices}
            onChange={(event) => onChoose((event.currentTarget.value || undefined) as ReadingWay | undefined)}
          />
          {column !== null && (
            <span className={classes['hint']}>
              {t('reconciliation:reading.column')} <bdi>{column}</bdi>
            </span>
          )}
          {column === null && tried.example !== '' && (
            <bdi dir="ltr" className={classes['hint']}>
              {tried.example}
            </bdi>
          )}
        </span>
      </td>
      <td>
        <Evidence tried={tried} way={way} />
      </td>
      <td>
        <OtherWays tried={tried} way={way} />
      </td>
    </tr>
  );
}

const look = { size: 16, stroke: 1.8, 'aria-hidden': true } as const;

function Evidence({ tried, way }: { tried: TriedQuestion; way: ReadingWay | null }) {
  const { t } = useTranslation('reconciliation');
  if (way === null) {
    const isFound = tried.ways.some(({ finds }) => finds > 0);
    return (
      <span className={classes['evidence']} data-tone="wait">
        <IconAlertTriangle {...look} />
        {t(`reconciliation:reading.evidence.${isFound ? 'contradicts' : 'none'}`)}
      </span>
    );
  }
  const { before, count, after } = evidenceText(t, tried, way);
  const isChosen = way !== tried.way;
  const isSaid = !isChosen && (tried.evidence === 'said' || tried.evidence === 'absent');
  return (
    <span className={classes['evidence']} data-tone={isChosen ? 'quiet' : isSaid ? 'said' : 'ok'}>
      {isSaid ? <IconFileText {...look} /> : <IconCheck {...look} />}
      <span>
        {before}
        {count !== '' && <strong>{count}</strong>}
        {after}
      </span>
    </span>
  );
}

/** The ways that do not stand, each with its own count. */
function OtherWays({ tried, way }: { tried: TriedQuestion; way: ReadingWay | null }) {
  const { t } = useTranslation('reconciliation');
  const others = tried.ways.filter((each) => each.way !== way);
  if (others.length === 0) return null;
  return (
    <ul className={classes['others']}>
      {others.map((each) => (
        <li key={each.way}>
          {wayText(t, tried.question, each.way)}
          {each.column !== null && each.way === 'postingDate' && (
            <>
              {' '}
              <bdi>{each.column}</bdi>
            </>
          )}
          {/* No payment can speak for how charges of the bank are read. */}
          {tried.question !== 'charges' && <>: {partText(t, confirmedBy(each), tried.tried)}</>}
        </li>
      ))}
    </ul>
  );
}
