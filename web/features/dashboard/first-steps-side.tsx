import type { TerminalRow } from '@mizan/contract/terminals.ts';
import { IconBuildingBank, IconChartBar, IconDeviceMobile } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { branchNameIn } from '../../platform/language.ts';
import { MizanMark } from '../../ui/mizan-mark.tsx';
import classes from './dashboard.module.css';
import own from './first-steps.module.css';

/** Drawn at most; the number beside the heading counts all. */
const drawnMax = 5;

/** What will stand beside the sales, before there is any: nothing here claims that something is settled. */
export function FirstStepsSide({
  terminals = [],
  onPair,
}: {
  terminals: readonly TerminalRow[] | undefined;
  onPair: (terminalId: string) => void;
}) {
  const { t } = useTranslation('dashboard');
  const unpaired = terminals.filter((terminal) => !terminal.isPaired);
  return (
    <div className={classes['side']}>
      <section>
        <h2 className={classes['heading']}>{t('dashboard:kpi.unconfirmed')}</h2>
        <p className={own['dash']} aria-hidden="true">
          —
        </p>
        <p className={classes['quiet']}>{t('dashboard:bank.NO_PAYMENTS')}</p>
      </section>
      {unpaired.length > 0 && (
        <section>
          <h2 className={classes['heading']}>
            {t('dashboard:attention.title')}{' '}
            <span className={classes['unit']}>{formatNumber(unpaired.length)}</span>
          </h2>
          <ul className={classes['attention']}>
            {unpaired.slice(0, drawnMax).map((terminal) => (
              <li key={terminal.id}>
                <button
                  type="button"
                  className={`${classes['item']} ${own['item']}`}
                  onClick={() => onPair(terminal.id)}
                >
                  <span className={classes['itemIcon']} data-tone="progress">
                    <IconDeviceMobile size={18} stroke={1.6} aria-hidden="true" />
                  </span>
                  <span className={classes['itemText']}>
                    <span className={classes['term']}>
                      {t('dashboard:firstSteps.unpaired', { tid: terminal.tid })}
                    </span>
                    <span className={classes['quiet']}>{branchNameIn(terminal)}</span>
                  </span>
                  <span className={classes['itemAction']}>{t('dashboard:firstSteps.pair.start')}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2 className={classes['heading']}>{t('dashboard:firstSteps.ahead.title')}</h2>
        <ul className={own['ahead']}>
          <li>
            <IconChartBar size={18} stroke={1.6} aria-hidden="true" /> {t('dashboard:firstSteps.ahead.sales')}
          </li>
          <li>
            <IconBuildingBank size={18} stroke={1.6} aria-hidden="true" />{' '}
            {t('dashboard:firstSteps.ahead.owed')}
          </li>
          <li>
            <MizanMark size={18} stroke={1.6} /> {t('dashboard:firstSteps.ahead.paid')}
          </li>
        </ul>
      </section>
    </div>
  );
}
