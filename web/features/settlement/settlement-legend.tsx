import { useTranslation } from 'react-i18next';
import classes from './settlement.module.css';
import { StateMark } from './state-look.tsx';

const states = ['CONFIRMED', 'PARTLY', 'NO_FILE', 'OVERDUE', 'DIFFERS', 'NOT_DUE'] as const;
const arrived = ['PAID', 'SHORT', 'LATE', 'OVER'] as const;
const grounds = ['weekend', 'holiday', 'proposed'] as const;

/** What the marks and the grounds of the calendar stand for. */
export function Legend() {
  const { t } = useTranslation('settlement');
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
      {grounds.map((ground) => (
        <li key={ground}>
          <span className={classes['ground']} data-ground={ground} aria-hidden="true" />
          {t(`settlement:ground.${ground}`)}
        </li>
      ))}
    </ul>
  );
}
