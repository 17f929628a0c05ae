import { Button } from '@mantine/core';
import type { BankFileDetail } from '@mizan/contract/reconciliation.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../platform/formats.ts';
import classes from './coverage-statement.module.css';
import { StatementRow } from './coverage-statement.tsx';
import { JudgementCauseText } from './judgement-cause.tsx';

/** When the file was judged and by whom; behind it every verdict that it had, and why each was made. */
export function JudgedBy({ detail }: { detail: BankFileDetail }) {
  const { t } = useTranslation('reconciliation');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { history, judgedAgainBecause, finishedAt } = detail;
  const [last] = history;
  const at = last?.at ?? finishedAt;
  if (at === null) return null;
  const name = last?.byName ?? null;
  return (
    <footer className={classes['judged']}>
      {judgedAgainBecause && (
        <p role="status">
          {t(judgedAgainBecause.isStuck ? 'reconciliation:history.stuck' : 'reconciliation:history.again')}
        </p>
      )}
      <p>
        {name === null
          ? t('reconciliation:history.judged', { when: formatDateTime(at) })
          : t('reconciliation:history.judgedBy', { when: formatDateTime(at), name })}{' '}
        {history.length > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {t('reconciliation:history.title')}
          </Button>
        )}
      </p>
      {isOpen && (
        <dl id={id} className={classes['rows']}>
          {history.map(({ seq, verdict, cause, at: when, byName }) => (
            <StatementRow key={seq} name={t(`reconciliation:verdict.${verdict.toLowerCase()}.title`)}>
              <bdi>{formatDateTime(when)}</bdi>
              <span className={classes['quiet']}>
                <JudgementCauseText cause={cause} />
              </span>
              {byName !== null && <bdi>{byName}</bdi>}
            </StatementRow>
          ))}
        </dl>
      )}
    </footer>
  );
}
