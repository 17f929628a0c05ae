import { paths } from '@mizan/contract/paths.ts';
import { isOpen, type SettlementMonth } from '@mizan/contract/settlement.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { opensNothing } from '../../ui/opens-nothing.ts';
import { TermHelp } from '../../ui/term-help.tsx';
import { type OwedFilter, OwedLink } from './owed-link.tsx';
import classes from './settlement.module.css';
import { daysOf, judgedOnly, netOf, ofCurrency, unjudgedOf } from './settlement-sums.ts';

/** The order in which the sum is read: what is done, what is in its time, what asks. */
const order = ['CONFIRMED', 'NOT_DUE', 'PARTLY', 'NO_FILE', 'OVERDUE', 'DIFFERS', 'WRITTEN_OFF'] as const;
/** Those that always show; the others only where there is something of them. */
const always: readonly string[] = order.slice(0, 5);

/** 'Net expected = confirmed + not due + partly there + without a file + overdue', for each currency. */
export function SettlementTotals({ shown }: { shown: SettlementMonth }) {
  const { t } = useTranslation(['settlement', 'units']);
  const days = daysOf(shown.month);
  const month = { from: days[0] ?? '', to: days.at(-1) ?? '' };
  return shown.totals.map(({ currency, parts, arrivedMinor }) => {
    const unjudged = unjudgedOf(parts);
    const shownStates = order.filter(
      (state) => always.includes(state) || parts.some((part) => part.state === state),
    );
    const named = shown.totals.length > 1 ? currency : undefined;
    const own = { ...month, ...ofCurrency(shown, currency) };
    const inState = (state: string) => parts.filter((part) => part.state === state);
    return (
      <div key={currency} className={classes['totals']}>
        <dl className={classes['equation']}>
          <div>
            <dt>
              {t('settlement:totals.net')}
              <TermHelp term="net-expected" name={t('settlement:totals.net')} />
            </dt>
            <dd>
              <OwedLink filter={{ ...own, ...judgedOnly(parts) }}>
                <Amount amountMinor={netOf(parts)} size="md" currency={named} />
              </OwedLink>
            </dd>
          </div>
          {shownStates.map((state) => (
            <div key={state} data-state={inState(state).some(({ count }) => count > 0) ? state : undefined}>
              <dt>{t(`settlement:state.${state}`)}</dt>
              <dd>
                <OwedLink filter={{ ...own, bank: state, ...judgedOnly(inState(state)) }}>
                  <Amount amountMinor={netOf(parts, (each) => each === state)} size="md" />
                </OwedLink>
              </dd>
            </div>
          ))}
        </dl>
        <NetWithoutWrittenOff parts={parts} currency={currency} />
        {arrivedMinor !== 0 && (
          <p className={classes['arrived']}>
            <Link
              className={classes['link']}
              to={paths.settlement}
              search={{ month: shown.month, view: 'table' } as never}
            >
              {t('settlement:totals.arrived', {
                amount: formatAmount(arrivedMinor, { currency: t(`units:currency.${currency}`) }),
                of: formatAmount(netOf(parts)),
              })}
            </Link>
          </p>
        )}
        {unjudged.count > 0 && (
          <p className={classes['note']}>
            <OwedLink filter={{ ...own, rate: 'none' }}>
              {t('settlement:totals.unjudged', {
                transactions: t('units:transaction', { count: unjudged.count }),
                amount: formatAmount(unjudged.grossMinor, { currency: t(`units:currency.${currency}`) }),
              })}
            </OwedLink>
          </p>
        )}
      </div>
    );
  });
}

/** The net without what was written off; where nothing was, the net says it. */
function NetWithoutWrittenOff({
  parts,
  currency,
}: Pick<SettlementMonth['totals'][number], 'parts' | 'currency'>) {
  const { t } = useTranslation(['settlement', 'units']);
  if (!parts.some(({ state }) => state === 'WRITTEN_OFF')) return null;
  return (
    <p className={classes['note']} {...opensNothing('ofFigures')}>
      {t('settlement:totals.netWithoutWrittenOff', {
        amount: formatAmount(
          netOf(parts, (state) => state !== 'WRITTEN_OFF'),
          { currency: t(`units:currency.${currency}`) },
        ),
      })}
    </p>
  );
}

/** What is still to come of a row, of the whole that it owes: each opens its payments. */
export function StillOpen({
  parts,
  filter,
}: {
  parts: SettlementMonth['totals'][number]['parts'];
  filter: OwedFilter;
}) {
  const { t } = useTranslation('settlement');
  const open = parts.filter(({ state }) => isOpen(state));
  const unjudged = unjudgedOf(open);
  return (
    <>
      <strong>
        <OwedLink filter={{ ...filter, bank: 'OPEN', ...judgedOnly(open) }}>
          <Amount amountMinor={netOf(parts, isOpen)} />
        </OwedLink>
      </strong>
      <span className={classes['of']}>
        <OwedLink filter={{ ...filter, ...judgedOnly(parts) }}>
          {t('settlement:totals.of', { amount: formatAmount(netOf(parts)) })}
        </OwedLink>
      </span>
      {unjudged.count > 0 && (
        <span className={classes['of']}>
          <OwedLink filter={{ ...filter, bank: 'OPEN', rate: 'none' }}>
            {t('settlement:totals.rowUnjudged', { amount: formatAmount(unjudged.grossMinor) })}
          </OwedLink>
        </span>
      )}
    </>
  );
}
