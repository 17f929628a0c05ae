import type { CellParams, SettlementCell } from '@mizan/contract/settlement.ts';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatDate } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { opensNothing } from '../../ui/opens-nothing.ts';
import { Section } from '../../ui/page.tsx';
import classes from './deposit.module.css';
import { DepositBadge } from './deposit-look.tsx';
import type { SettlementAddress } from './settlement.search.ts';
import { lateText } from './settlement.words.ts';

interface ArrivedProps {
  shown: SettlementCell;
  cell: CellParams;
  address: SettlementAddress;
}

/** What arrived for a cell, deposit by deposit, and what that leaves: each opens its deposit. */
export function Arrived({ shown, cell, address }: ArrivedProps) {
  const { t } = useTranslation(['settlement', 'units']);
  const { state, arrivedMinor, differenceMinor, lateDays } = shown.deposit;
  const isOff = differenceMinor !== null && differenceMinor !== 0 && shown.deposits.length > 0;
  return (
    <div className={classes['arrivedBox']}>
      <Section
        title={t('settlement:deposit.arrived')}
        aside={
          shown.deposits.length > 0 ? (
            <span {...opensNothing('rowsBeside')}>
              <Amount amountMinor={arrivedMinor} />
            </span>
          ) : (
            <DepositBadge state={state} />
          )
        }
      >
        {shown.deposits.length > 0 && (
          <ul className={classes['shares']}>
            {shown.deposits.map((each) => (
              <li key={each.depositId}>
                <button type="button" onClick={() => address.change({ deposit: each.depositId })}>
                  <span>
                    {t('settlement:deposit.one')}{' '}
                    {each.reference !== '' && <Identifier>{each.reference}</Identifier>}
                  </span>
                  <span className={classes['detail']}>
                    {t('settlement:deposit.on', { day: formatDate(each.valueDate) })}
                    {each.amountMinor !== each.depositMinor &&
                      t('settlement:and') +
                        t('settlement:deposit.ofWhole', { amount: formatAmount(each.depositMinor) })}
                  </span>
                  <Amount amountMinor={each.amountMinor} />
                </button>
              </li>
            ))}
          </ul>
        )}
        {shown.deposits.length > 0 && (
          <p className={classes['difference']} data-off={isOff || undefined} {...opensNothing('ofFigures')}>
            <DepositBadge state={state} />
            {isOff && <Amount amountMinor={differenceMinor} currency={cell.currency} signed />}
          </p>
        )}
        {lateDays !== null && <p className={classes['late']}>{lateText(lateDays, t)}</p>}
        {(state === 'UNRECORDED' || state === 'UNJUDGED') && (
          <p className={classes['help']}>{t(`settlement:deposit.help.${state}`)}</p>
        )}
      </Section>
    </div>
  );
}
