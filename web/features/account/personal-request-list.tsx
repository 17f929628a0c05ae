import { type OwnRequest, type PersonalState, personalCan } from '@mizan/contract/personal-data.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { apart, formatDate, formatDateTime } from '../../platform/formats.ts';
import { type Tone, ToneBadge } from '../../ui/tone-badge.tsx';
import classes from './account.module.css';
import { whatText } from './personal-data.words.ts';

const tones: Readonly<Record<PersonalState, Tone>> = {
  ASKED: 'wait',
  IN_WORK: 'progress',
  DONE: 'ok',
  REFUSED: 'neutral',
  WITHDRAWN: 'neutral',
};

interface RequestListProps<Row extends OwnRequest> {
  label: string;
  rows: readonly Row[];
  /** Who asked, where that is somebody else. */
  who?: (row: Row) => string;
  renderAction?: (row: Row) => ReactNode;
}

/** Requests with what is wanted, how they stand and by when they are to be answered. */
export function RequestList<Row extends OwnRequest>({
  label,
  rows,
  who,
  renderAction,
}: RequestListProps<Row>) {
  const { t } = useTranslation('personalData');
  return (
    <ul className={classes['list']} aria-label={label}>
      {rows.map((row) => (
        <li key={row.id}>
          <span>
            <span className={classes['name']}>
              {who && `${who(row)}${apart}`}
              {whatText(row, t)}
            </span>
            {row.wanted !== null && (
              <p className={classes['help']}>
                <bdi>{row.wanted}</bdi>
              </p>
            )}
            <p className={classes['help']}>
              <Standing row={row} />
            </p>
            {row.reason && <p className={classes['help']}>{row.reason}</p>}
          </span>
          <span className={classes['actions']}>
            <ToneBadge tone={row.isOverdue ? 'danger' : tones[row.state]}>
              {t(`personalData:state.${row.state}`)}
            </ToneBadge>
            {renderAction?.(row)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Standing({ row }: { row: OwnRequest }) {
  const { t } = useTranslation('personalData');
  if (row.isOverdue) return t('personalData:overdue', { day: formatDate(row.dueAt) });
  if (personalCan.answer(row)) {
    return t('personalData:due', { day: formatDate(row.dueAt) });
  }
  if (row.withdrawnAt !== null) {
    return t('personalData:withdrawnAt', { when: formatDateTime(row.withdrawnAt) });
  }
  if (row.answeredAt === null) return null;
  const when = formatDateTime(row.answeredAt);
  return row.answeredByName === null ? when : t('personalData:said', { name: row.answeredByName, when });
}
