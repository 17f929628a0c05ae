import { Button } from '@mantine/core';
import type { SettlementMonth } from '@mizan/contract/settlement.ts';
import { unknownBank } from '@mizan/contract/settlement.ts';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatNumber } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { opensNothing } from '../../ui/opens-nothing.ts';
import { Section } from '../../ui/page.tsx';
import { schemeKey } from '../../ui/scheme-mark.tsx';
import { DepositAskingRow } from './deposit-asking.tsx';
import { OwedLink } from './owed-link.tsx';
import classes from './settlement.module.css';
import { cellText, type SettlementAddress } from './settlement.search.ts';
import { bankName, formatPlainDay, lateText } from './settlement.words.ts';
import { type Asking, askingOf, depositsAskingOf, ofCurrency } from './settlement-sums.ts';
import { StateMark } from './state-look.tsx';

/** As many stand there until somebody asks for all. */
const shownAtFirst = 8;

/** What of the month asks for a person, the most urgent first; each opens its cell. */
export function NeedsAction({ shown, address }: { shown: SettlementMonth; address: SettlementAddress }) {
  const { t } = useTranslation('settlement');
  const [isWhole, setIsWhole] = useState(false);
  const asking = [...depositsAskingOf(shown), ...askingOf(shown)];
  const listed = isWhole ? asking : asking.slice(0, shownAtFirst);
  return (
    <div>
      <Section
        title={t('settlement:asking.title')}
        aside={<span {...opensNothing('rowsBeside')}>{formatNumber(asking.length)}</span>}
      >
        {asking.length === 0 ? (
          <p className={classes['note']}>{t('settlement:asking.none')}</p>
        ) : (
          <ul className={classes['askingList']}>
            {listed.map((each) =>
              'row' in each ? (
                <DepositAskingRow
                  key={cellText({ ...each.row, day: each.day.day })}
                  of={each}
                  shown={shown}
                  address={address}
                />
              ) : (
                <AskingRow
                  key={`${each.state} ${each.bankId} ${each.day} ${each.cells[0]?.row.currency}`}
                  asking={each}
                  shown={shown}
                  address={address}
                />
              ),
            )}
          </ul>
        )}
        {listed.length < asking.length && (
          <Button variant="default" onClick={() => setIsWhole(true)}>
            {t('settlement:asking.all', { number: formatNumber(asking.length) })}
          </Button>
        )}
      </Section>
    </div>
  );
}

function AskingRow({
  asking,
  shown,
  address,
}: {
  asking: Asking;
  shown: SettlementMonth;
  address: SettlementAddress;
}) {
  const { t } = useTranslation(['settlement', 'transactions', 'units']);
  const { state, day, bankId, cells, netMinor, unjudged } = asking;
  const [first] = cells;
  if (!first) return null;
  const nameOf = (schemes: readonly string[]): string =>
    t('settlement:asking.row', {
      place: [bankName(bankId, shown.banks, t), ...schemes, formatPlainDay(day)].join(t('settlement:and')),
      state: t(`settlement:state.${state}`),
    });
  const title = nameOf(cells.map(({ row }) => t(schemeKey(row.scheme))));
  const filter = {
    from: day,
    to: day,
    bankId: [bankId],
    scheme: cells.map(({ row }) => row.scheme),
    bank: state,
    ...ofCurrency(shown, first.row.currency),
  };
  return (
    <li>
      <span className={classes['askingMark']} data-state={state}>
        <StateMark state={state} />
      </span>
      <span className={classes['askingWords']}>
        <strong>{title}</strong>
        <span>{detailOf(asking, t)}</span>
        {unjudged.count > 0 && (
          <OwedLink filter={{ ...filter, rate: 'none' }}>
            {t('settlement:totals.rowUnjudged', { amount: formatAmount(unjudged.grossMinor) })}
          </OwedLink>
        )}
      </span>
      <strong>
        <OwedLink filter={{ ...filter, ...(unjudged.count > 0 && { rate: 'agreed' }) }}>
          <Amount amountMinor={netMinor} />
        </OwedLink>
      </strong>
      <span className={classes['askingCells']} data-many={cells.length > 1 || undefined}>
        {cells.map(({ row }) => {
          const scheme = t(schemeKey(row.scheme));
          return (
            <Button
              key={row.scheme}
              variant="subtle"
              size="compact-sm"
              aria-label={t('settlement:asking.openNamed', {
                name: cells.length > 1 ? nameOf([scheme]) : title,
              })}
              onClick={() => address.change({ cell: cellText({ ...row, day }) })}
            >
              {cells.length > 1 ? scheme : t('settlement:asking.open')}
            </Button>
          );
        })}
      </span>
    </li>
  );
}

/** What is known of it: how many payments, and how late. */
function detailOf({ state, count, lateDays, bankId }: Asking, t: TFunction): string {
  const transactions = t('units:transaction', { count });
  if (bankId === unknownBank)
    return [transactions, t('settlement:unknownBank.short')].join(t('settlement:and'));
  return [
    t(`settlement:asking.detail.${state}`, { transactions }),
    ...(lateDays === null ? [] : [lateText(lateDays, t)]),
  ].join(t('settlement:and'));
}
