import { NativeSelect } from '@mantine/core';
import {
  type AskedWord,
  answerOf,
  openWords,
  type SaidWords,
  wordAnswers,
} from '@mizan/contract/bank-file-words.ts';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { opensNothing } from '../../ui/opens-nothing.ts';
import classes from './reading.module.css';

interface ReadingWordsProps {
  words: readonly AskedWord[];
  said: SaidWords;
  onSay: (said: SaidWords) => void;
}

/** What words of a file mean for money, where nobody can know it but the merchant or the bank: each with its lines, and no preset. */
export function ReadingWords({ words, said, onSay }: ReadingWordsProps) {
  const { t } = useTranslation('reconciliation');
  return (
    <>
      <div className={classes['sectionHead']}>
        <h3 className={classes['wordsTitle']}>{t('reconciliation:reading.words.title')}</h3>
        <span className={classes['hint']}>{t('reconciliation:reading.words.how')}</span>
      </div>
      <table
        className={classes['questions']}
        aria-label={t('reconciliation:reading.words.title')}
        {...opensNothing('evidence')}
      >
        <thead>
          <tr>
            {(['word', 'lines', 'means', 'evidence'] as const).map((head) => (
              <th key={head} scope="col">
                {t(`reconciliation:reading.words.head.${head}`)}
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

const look = { size: 16, stroke: 1.8, 'aria-hidden': true } as const;

function WordRow({ asked, said, onSay }: WordRowProps) {
  const { t } = useTranslation('reconciliation');
  const { field, word, count } = asked;
  const isOpen = openWords([asked], said).length > 0;
  const answer = answerOf(said, asked) ?? asked.answer;
  const choices = wordAnswers[field].map((value) => ({
    value,
    label: t(`reconciliation:reading.words.answer.${value}`),
  }));
  const left = field === 'remark' ? 'openRemark' : 'open';
  const evidence = isOpen ? 'none' : answer === 'OPEN' ? left : 'said';
  return (
    <tr data-open={isOpen || undefined}>
      <th scope="row">
        <bdi>{word}</bdi>
        <span className={classes['wordField']}>
          {t(
            field === 'remark' ? 'reconciliation:reading.words.remark' : `reconciliation:bankField.${field}`,
          )}
        </span>
      </th>
      <td className={classes['wordLines']}>{formatNumber(count)}</td>
      <td>
        <NativeSelect
          aria-label={t('reconciliation:reading.words.meaning', { word })}
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
        <span className={classes['evidence']} data-tone={evidence === 'said' ? 'quiet' : 'wait'}>
          {evidence === 'said' ? <IconCheck {...look} /> : <IconAlertTriangle {...look} />}
          {t(`reconciliation:reading.words.evidence.${evidence}`)}
        </span>
      </td>
    </tr>
  );
}
