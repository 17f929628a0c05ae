import { riyadhDay } from '@mizan/contract/business-day.ts';
import type { ExceptionRow, ExceptionState } from '@mizan/contract/exceptions.ts';
import { ownersOfNone } from '@mizan/contract/reconciliation-terms.ts';
import {
  IconCircle,
  IconCircleCheck,
  IconClock,
  IconFileX,
  IconLink,
  IconUserCheck,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../platform/formats.ts';
import { Identifier } from '../../../ui/identifier.tsx';
import { type Tone, ToneBadge } from '../../../ui/tone-badge.tsx';
import { outcomeKey } from '../bank-file/outcome.words.ts';
import { LineNumbers } from '../lines/entry-nearest.tsx';
import classes from './exceptions.module.css';

const looks: Readonly<Record<ExceptionState, { tone: Tone; Icon: typeof IconCircle; quiet: boolean }>> = {
  OPEN: { tone: 'neutral', Icon: IconCircle, quiet: true },
  ASKED: { tone: 'wait', Icon: IconUserCheck, quiet: false },
  ACCEPTED: { tone: 'neutral', Icon: IconCircleCheck, quiet: false },
  MATCHED: { tone: 'ok', Icon: IconLink, quiet: true },
  SETTLED: { tone: 'ok', Icon: IconCircleCheck, quiet: true },
  WITHDRAWN: { tone: 'offline', Icon: IconFileX, quiet: false },
};

export function ExceptionBadge({ state }: { state: ExceptionState }) {
  const { t } = useTranslation('exceptions');
  const { tone, Icon, quiet } = looks[state];
  return (
    <ToneBadge
      tone={tone}
      quiet={quiet}
      title={state}
      icon={<Icon size={14} stroke={2} aria-hidden="true" />}
    >
      {t(`exceptions:state.${state}`)}
    </ToneBadge>
  );
}

/** How it stands: of a chargeback without a noted answer, until when the bank wants or wanted it. */
export function ExceptionStanding({ row }: { row: ExceptionRow }) {
  const { t } = useTranslation('exceptions');
  if (row.answerBy === null || row.state !== 'OPEN') return <ExceptionBadge state={row.state} />;
  const isPast = row.answerBy < riyadhDay(new Date());
  return (
    <ToneBadge
      tone={isPast ? 'danger' : 'wait'}
      title={row.state}
      icon={<IconClock size={14} stroke={2} aria-hidden="true" />}
    >
      {t(
        `exceptions:${isPast ? 'answerMissed' : 'answerBy'}${row.answerByKind === 'NOTICE' ? '' : 'Reckoned'}`,
        {
          day: formatDay(row.answerBy),
        },
      )}
    </ToneBadge>
  );
}

/** The outcome with the colour of its side: to claim, or too much; none where nobody can say which. */
export function ExceptionOutcome({ row, t }: { row: ExceptionRow; t: TFunction }) {
  const isOfNone = row.differenceMinor === 0 || ownersOfNone.includes(row.outcome);
  const side = isOfNone ? 'none' : row.differenceMinor < 0 ? 'toClaim' : 'paidTooMuch';
  return (
    <span className={classes['outcome']}>
      <span className={classes['square']} data-group={side} aria-hidden="true" />
      {t(outcomeKey(row.outcome))}
      {row.group !== null && <bdi className={classes['hint']}>{row.group}</bdi>}
    </span>
  );
}

/** A line of a file by its number, or a payment by its own. */
export function ExceptionPlace({ row }: { row: ExceptionRow }) {
  return row.line === null ? (
    <Identifier hash>{row.transactionId ?? ''}</Identifier>
  ) : (
    <LineNumbers lines={[row.line]} />
  );
}

/** How long it is open, in working days of banks; nothing where it is no more. */
export function ExceptionAge({ row }: { row: ExceptionRow }) {
  const { t } = useTranslation('exceptions');
  if (row.age === null) return <>—</>;
  return <span>{t('exceptions:age', { count: row.age.workingDays })}</span>;
}
