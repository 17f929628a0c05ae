import type { LayoutProposal } from '@mizan/contract/bank-file-reading.ts';
import type { Currency } from '@mizan/contract/money.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { currencyKey, isolateLtr } from '../../../platform/formats.ts';
import classes from './reading.module.css';

/** That no line of the file can find a payment: it is in a currency in which the shop has none. By which column, and what to do. */
export function OtherCurrency({ proposal: { otherCurrency, columns } }: { proposal: LayoutProposal }) {
  const { t } = useTranslation(['reconciliation', 'units']);
  if (!otherCurrency) return null;
  const named = (all: readonly Currency[]): string =>
    all.map((each) => t(currencyKey(each))).join(t('reconciliation:absent.comma'));
  const column = columns.find(({ field }) => field === 'currency')?.title;
  return (
    <p role="status" className={classes['holding']}>
      <IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />
      <span>
        <strong>
          {t('reconciliation:reading.otherCurrency.title', {
            file: named(otherCurrency.file),
            shop: named(otherCurrency.shop),
          })}
        </strong>{' '}
        {column === undefined
          ? t('reconciliation:reading.otherCurrency.help')
          : t('reconciliation:reading.otherCurrency.helpColumn', { column: isolateLtr(column) })}
      </span>
    </p>
  );
}
