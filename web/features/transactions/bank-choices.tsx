import { Radio } from '@mantine/core';
import { type BankFilter, bankFilters } from '@mizan/contract/transactions.ts';
import { useTranslation } from 'react-i18next';
import classes from './transactions.module.css';

interface BankChoicesProps {
  value: BankFilter | undefined;
  onChoose: (bank: BankFilter) => void;
}

/** What the bank has not confirmed, whole or by its cause: one of them at a time. */
export default function BankChoices({ value, onChoose }: BankChoicesProps) {
  const { t } = useTranslation('transactions');
  return (
    <Radio.Group
      aria-label={t('transactions:columns.bank')}
      value={value ?? null}
      onChange={(bank) => onChoose(bank as BankFilter)}
    >
      <div className={classes['choices']}>
        {bankFilters.map((bank) => (
          <Radio key={bank} size="sm" value={bank} label={t(`transactions:bankFilter.${bank}`)} />
        ))}
      </div>
    </Radio.Group>
  );
}
