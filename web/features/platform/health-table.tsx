import type { Health, HealthRow } from '@mizan/contract/platform.ts';
import { IconCheck, IconClock, IconMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { PlainTable } from '../../ui/plain-table.tsx';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import { figureText, lastWeekday, outText } from './figure.words.ts';
import classes from './health.module.css';

const look = { size: 14, stroke: 2, 'aria-hidden': true } as const;

/** Seven figures, each against its limit; only what is out of its limit has a ground. */
export function HealthTable({ health }: { health: Health }) {
  const { t } = useTranslation('platform');
  const out = health.figures.filter(({ state }) => state === 'OUT').length;
  const day = lastWeekday(health.asOf, t);
  return (
    <section className={classes['health']} aria-labelledby="platform-health">
      <h2 id="platform-health" className={classes['heading']}>
        {t('platform:health.title')}{' '}
        <span className={classes['quiet']}>
          {t(out === 0 ? 'platform:health.none' : 'platform:health.some', {
            count: out,
            all: formatNumber(health.figures.length),
          })}
        </span>
      </h2>
      <PlainTable label={t('platform:health.title')}>
        <thead>
          <tr>
            <th scope="col">{t('platform:health.figure')}</th>
            <th scope="col" data-align="figure">
              {t('platform:health.now')}
            </th>
            <th scope="col" data-align="figure" className={classes['before']}>
              {day}
            </th>
            <th scope="col">{t('platform:health.limit')}</th>
          </tr>
        </thead>
        <tbody>
          {health.figures.map((row) => (
            <tr key={row.id}>
              <th scope="row" className={classes['wraps']}>
                {t(`platform:figure.${row.id}`)}
              </th>
              <td data-align="figure" className={classes['figure']}>
                {figureText(row.id, row.now, t)}
              </td>
              <td data-align="figure" className={classes['before']}>
                {figureText(row.id, row.lastWeek, t)}
              </td>
              <td className={classes['wraps']}>
                <Against row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </section>
  );
}

function Against({ row }: { row: HealthRow }) {
  const { t } = useTranslation('platform');
  if (row.state === 'OUT') {
    return (
      <ToneBadge tone="wait" icon={<IconClock {...look} />}>
        {outText(row, t)}
      </ToneBadge>
    );
  }
  const isWithin = row.state === 'WITHIN';
  return (
    <ToneBadge
      quiet
      tone={isWithin ? 'ok' : 'neutral'}
      icon={isWithin ? <IconCheck {...look} /> : <IconMinus {...look} />}
    >
      {t(isWithin ? 'platform:health.within' : 'platform:health.unknown')}
    </ToneBadge>
  );
}
