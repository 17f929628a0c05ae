import { NativeSelect } from '@mantine/core';
import {
  type AskedWord,
  answerOf,
  isSheetField,
  openWords,
  type SaidWords,
  type WordField,
  wordAnswers,
} from '@mizan/contract/bank-file-words.ts';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../platform/formats.ts';
import { opensNothing } from '../../../ui/opens-nothing.ts';
import classes from './reading.module.css';

interface ReadingWordsProps {
  words: readonly AskedWord[];
  said: SaidWords;
  onSay: (said: SaidWords) => void;
}

/**
 * What words of a file mean for money, and what other sheets of a workbook are, where nobody can know it but the merchant or
 * the bank: each with its lines. Only a sheet of the same columns has a preset: it is read.
 */
export function ReadingWords({ words, said, onSay }: ReadingWordsProps) {
  const sheets = words.filter(({ field }) => isSheetField(field));
  const others = words.filter(({ field }) => !isSheetField(field));
  return (
    <>
      {others.length > 0 && <AskedOf what="words" words={others} {...{ said, onSay }} />}
      {sheets.length > 0 && <AskedOf what="sheets" words={sheets} {...{ said, onSay }} />}
    </>
  );
}

/** Words, or sheets of a workbook beside the one that is read. */
function AskedOf({ what, words, said, onSay }: ReadingWordsProps & { what: 'words' | 'sheets' }) {
  const { t } = useTranslation('reconciliation');
  const title = t(`reconciliation:reading.${what}.title`);
  return (
    <>
      <div className={classes['sectionHead']}>
        <h3 className={classes['wordsTitle']}>{title}</h3>
        <span className={classes['hint']}>{t(`reconciliation:reading.${what}.how`)}</span>
      </div>
      <table className={classes['questions']} aria-label={title} {...opensNothing('evidence')}>
        <thead>
          <tr>
            {(['word', 'lines', 'means', 'evidence'] as const).map((head) => (
              <th key={head} scope="col">
                {t(`reconciliation:reading.${what}.head.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {words.map((asked) => (
            <WordRow
              key={`${asked.field} ${asked.key}`}
              asked={asked}
              said={said}
              onSay={(answer) =>
                onSay({ ...said, [asked.field]: { ...said[asked.field], [asked.key]: answer } })
              }
            />
          ))}
        </tbody>
      </table>
    </>
  );
}

interface WordRowProps {
  asked: AskedWord;
  said: SaidWords;
  onSay: (answer: string) => void;
}

/** What a sheet says before anybody has answered. */
const sheetEvidence: Partial<Record<WordField, 'copy' | 'apart'>> = { sheet: 'apart', sameSheet: 'copy' };

/** What an answer comes to, or what speaks for one where none is said. */
function evidenceOf(field: WordField, answer: string | null) {
  if (answer === null) return sheetEvidence[field] ?? 'none';
  if (answer === 'READ') return 'sameColumns';
  if (answer === 'APART') return 'openApart';
  if (answer !== 'OPEN') return field === 'sheet' ? 'saidApart' : 'said';
  if (field === 'remark') return 'openRemark';
  return field === 'column' ? 'openColumn' : 'open';
}

const isDecided = (evidence: string): boolean =>
  evidence === 'said' || evidence === 'saidApart' || evidence === 'sameColumns';

const look = { size: 16, stroke: 1.8, 'aria-hidden': true } as const;

function WordRow({ asked, said, onSay }: WordRowProps) {
  const { t } = useTranslation('reconciliation');
  const { field, count } = asked;
  const word = asked.word === '' ? t('reconciliation:reading.words.noStatus') : asked.word;
  const isOpen = openWords([asked], said).length > 0;
  const answer = answerOf(said, asked) ?? asked.answer;
  const choices = wordAnswers[field].map((value) => ({
    value,
    label: t(`reconciliation:reading.${isSheetField(field) ? 'sheets' : 'words'}.answer.${value}`),
  }));
  const evidence = evidenceOf(field, isOpen ? null : answer);
  return (
    <tr data-open={isOpen || undefined}>
      <th scope="row">
        <bdi>{word}</bdi>
        <span className={classes['wordField']}>
          {t(
            field === 'remark' || field === 'column' || isSheetField(field)
              ? `reconciliation:reading.${isSheetField(field) ? 'sheets' : 'words'}.${field}`
              : `reconciliation:bankField.${field}`,
          )}
        </span>
      </th>
      <td className={classes['wordLines']}>{formatNumber(count)}</td>
      <td>
        <NativeSelect
          aria-label={t(`reconciliation:reading.${isSheetField(field) ? 'sheets' : 'words'}.meaning`, {
            word,
          })}
          error={isOpen}
          withErrorStyles={false}
          variant="unstyled"
          classNames={{ input: classes['select'] ?? '' }}
          value={answer ?? ''}
          data={isOpen ? [{ value: '', label: t('reconciliation:reading.choose') }, ...choices] : choices}
          onChange={(event) => onSay(event.currentTarget.value)}
        />
      </td>
      <td>
        <span className={classes['evidence']} data-tone={isDecided(evidence) ? 'quiet' : 'wait'}>
          {isDecided(evidence) ? <IconCheck {...look} /> : <IconAlertTriangle {...look} />}
          {t(`reconciliation:reading.${isSheetField(field) ? 'sheets' : 'words'}.evidence.${evidence}`)}
        </span>
      </td>
    </tr>
  );
}
