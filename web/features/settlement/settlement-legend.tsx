import type { SettlementMonth } from '@mizan/contract/settlement.ts';
import { useTranslation } from 'react-i18next';
import classes from './settlement.module.css';
import { groundOf } from './settlement.words.ts';
import { daysOf } from './settlement-sums.ts';
import { StateMark } from './state-look.tsx';

const states = ['CONFIRMED', 'PARTLY', 'NO_FILE', 'OVERDUE', 'DIFFERS', 'NOT_DUE'] as const;
const arrived = ['PAID', 'SHORT', 'LATE', 'OVER'] as const;
const grounds = ['weekend', 'holiday', 'proposed'] as const;

/** What the marks of the calendar stand for, and those grounds that the month has. */
export function Legend({ shown }: { shown: SettlementMonth }) {
  const { t } = useTranslation('settlement');
  const present = new Set(daysOf(shown.month).map((day) => groundOf(day, shown.closed, t)?.kind));
  return (
    <ul className={classes['legend']} aria-label={t('settlement:legend')}>
      {states.map((state) => (
        <li key={state}>
          <StateMark state={state} />
          {t(`settlement:state.${state}`)}
        </li>
      ))}
      {arrived.map((state) => (
        <li key={state}>
          <span className={classes['mark']} data-arrived={state} aria-hidden="true" />
          {t(`settlement:deposit.legend.${state}`)}
        </li>
      ))}
      {grounds
        .filter((ground) => present.has(ground))
        .map((ground) => (
          <li key={ground}>
            <span className={classes['ground']} data-ground={ground} aria-hidden="true" />
            {t(`settlement:ground.${ground}`)}
          </li>
        ))}
    </ul>
  );
}
