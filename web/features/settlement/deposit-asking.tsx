import { Button } from '@mantine/core';
import { paths } from '@mizan/contract/paths.ts';
import { isOpen, type SettlementMonth } from '@mizan/contract/settlement.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Amount } from '../../ui/amount.tsx';
import { schemeKey } from '../../ui/scheme-mark.tsx';
import classes from './settlement.module.css';
import { cellText, type SettlementAddress } from './settlement.search.ts';
import { bankName, formatPlainDay, lateText } from './settlement.words.ts';
import { type Asking, countOf } from './settlement-sums.ts';
import { StateMark } from './state-look.tsx';

interface DepositAskingRowProps {
  of: Asking['cells'][number];
  shown: SettlementMonth;
  address: SettlementAddress;
}

/** A settlement of which too little arrived, nothing though it is due, or too much, with what the bank's files say of it. */
export function DepositAskingRow({ of: { row, day: cell }, shown, address }: DepositAskingRowProps) {
  const { t } = useTranslation(['settlement', 'transactions', 'units']);
  const { bankId, scheme } = row;
  const { state, lateDays, differenceMinor } = cell.deposit;
  const title = t('settlement:asking.row', {
    place: [bankName(bankId, shown.banks, t), t(schemeKey(scheme)), formatPlainDay(cell.day)].join(
      t('settlement:and'),
    ),
    state: t(`settlement:deposit.state.${state}`),
  });
  const open = countOf(cell.parts, isOpen);
  const details = [
    ...(open > 0
      ? [t('settlement:deposit.asking.inNoFile', { transactions: t('units:transaction', { count: open }) })]
      : []),
    ...(lateDays === null ? [] : [lateText(lateDays, t)]),
    ...(open === 0 && lateDays === null ? [t(`settlement:deposit.asking.${state}`)] : []),
  ];
  const cellAddress = cellText({ ...row, day: cell.day });
  return (
    <li>
      <span className={classes['askingMark']} data-state={cell.state}>
        <StateMark state={state === 'OVER' ? 'DIFFERS' : 'OVERDUE'} />
      </span>
      <span className={classes['askingWords']}>
        <strong>{title}</strong>
        <span>{details.join(t('settlement:and'))}</span>
      </span>
      <strong>
        {/* No payments add up to it: what is owed and what arrived stand in the cell. */}
        <Link
          className={classes['link']}
          to={paths.settlement}
          search={((now: object) => ({ ...now, cell: cellAddress })) as never}
        >
          <Amount amountMinor={differenceMinor ?? 0} signed />
        </Link>
      </strong>
      <span className={classes['askingCells']}>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('settlement:asking.openNamed', { name: title })}
          onClick={() => address.change({ cell: cellAddress })}
        >
          {t('settlement:asking.open')}
        </Button>
      </span>
    </li>
  );
}
