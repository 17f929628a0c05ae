import { expectationStates, type SettlementMonth, type SettlementPart } from '@mizan/contract/settlement.ts';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../platform/formats.ts';
import { OwedLink } from './owed-link.tsx';
import classes from './settlement.module.css';
import { formatDayOfMonth, groundOf } from './settlement.words.ts';
import { judgedOnly, netOf, ofCurrency } from './settlement-sums.ts';
import { StillOpen } from './settlement-totals.tsx';

const fullHeight = 52;

/** What all banks owe for each day, by state, in the columns of the grid; of one currency. */
export function DayBars({ shown, days }: { shown: SettlementMonth; days: readonly string[] }) {
  const { t } = useTranslation(['settlement', 'units']);
  const [total] = shown.totals;
  if (!total) return null;
  const { currency, parts: all } = total;
  const partsOn = (day: string): SettlementPart[] =>
    shown.rows
      .filter((row) => row.currency === currency)
      .flatMap((row) => row.days.filter((each) => each.day === day).flatMap(({ parts }) => parts));
  const highest = Math.max(1, ...days.map((day) => netOf(partsOn(day))));
  return (
    <tfoot>
      <tr>
        <th scope="row" className={classes['barsHead']}>
          {t('settlement:bars.title')}
          <span>{t('settlement:bars.all')}</span>
        </th>
        {days.map((day) => {
          const parts = partsOn(day);
          const net = netOf(parts);
          return (
            <td key={day} data-ground={groundOf(day, shown.closed, t)?.kind} className={classes['bar']}>
              {parts.length > 0 && (
                <OwedLink
                  filter={{ from: day, to: day, ...ofCurrency(shown, currency), ...judgedOnly(parts) }}
                  label={t('settlement:bars.day', {
                    day: formatDayOfMonth(day),
                    amount: formatAmount(net, { currency: t(`units:currency.${currency}`) }),
                  })}
                >
                  <Bar parts={parts} highest={highest} />
                </OwedLink>
              )}
            </td>
          );
        })}
        <td className={classes['open']}>
          <StillOpen
            parts={all}
            filter={{ from: days[0] ?? '', to: days.at(-1) ?? '', ...ofCurrency(shown, currency) }}
          />
        </td>
      </tr>
    </tfoot>
  );
}

/** One day's net, what asks on top; refunds alone have no height. */
function Bar({ parts, highest }: { parts: readonly SettlementPart[]; highest: number }) {
  return (
    <span className={classes['stack']} style={{ blockSize: fullHeight }}>
      {expectationStates.map((state) => {
        const net = netOf(parts, (each) => each === state);
        return (
          net > 0 && (
            <span
              key={state}
              data-state={state}
              style={{ blockSize: Math.max(2, Math.round((net / highest) * fullHeight)) }}
            />
          )
        );
      })}
    </span>
  );
}
