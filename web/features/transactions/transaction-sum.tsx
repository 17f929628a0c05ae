import { isFree, isRated, signOf } from '@mizan/contract/transaction-types.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatPercent } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { TermHelp } from '../../ui/term-help.tsx';
import classes from './transaction-drawer.module.css';

/** Amount, fee, VAT and net as one sum, with the rate of the payment's day named. */
export function ChargesSum({ transaction }: { transaction: TransactionDetail }) {
  const { t } = useTranslation(['transactions', 'common', 'units']);
  const out = signOf(transaction);
  // What no rate was agreed for is not reckoned: a figure would be a guess.
  const isKnown = isFree(transaction) || isRated(transaction);
  const lines = [
    {
      term: t('common:fields.amount'),
      note: cashText(transaction, t),
      help: transaction.cashMinor > 0 ? ('cash-back' as const) : undefined,
      valueMinor: out * transaction.amountMinor,
    },
    {
      term: t('transactions:columns.fee'),
      note: rateText(transaction, t),
      help: 'fee' as const,
      valueMinor: isKnown ? -transaction.feeMinor : null,
    },
    {
      term: t('transactions:columns.vatShort'),
      note: isKnown ? t('transactions:sum.vatOfFee', { rate: formatPercent(transaction.vatBps) }) : null,
      help: 'vat' as const,
      valueMinor: isKnown ? -transaction.vatMinor : null,
    },
  ];
  return (
    <dl className={classes['sum']}>
      {lines.map(({ term, note, help, valueMinor }) => (
        <div key={term} className={classes['line']}>
          <dt>
            {term} {note && <span className={classes['rate']}>{note}</span>}
            {help && (
              <TermHelp term={help} name={help === 'cash-back' ? t('transactions:sum.cashBack') : term} />
            )}
          </dt>
          <dd>
            <Value minor={valueMinor} />
          </dd>
        </div>
      ))}
      <div className={classes['line']} data-total>
        <dt>{t('transactions:columns.net')}</dt>
        <dd>
          <Value minor={isKnown ? transaction.netMinor : null} />
        </dd>
      </div>
    </dl>
  );
}

const Value = ({ minor }: { minor: number | null }) =>
  minor === null ? '—' : <Amount amountMinor={minor} />;

/** Of a purchase with cash back: how much of it was cash, on which no fee is charged. */
const cashText = ({ cashMinor }: TransactionDetail, t: TFunction): string | null =>
  cashMinor > 0 ? t('transactions:sum.cash', { cash: formatAmount(cashMinor) }) : null;

/** 'MDR 0.80%, capped at 40.00': refunds carry no fee and say so, and so does what no rate was agreed for. */
function rateText(transaction: TransactionDetail, t: TFunction): string {
  if (isFree(transaction)) return t('transactions:sum.noFee');
  if (!isRated(transaction)) return t('transactions:sum.feeUnknown');
  const rate = t('transactions:sum.mdr', { rate: formatPercent(transaction.mdrBps) });
  const cap =
    transaction.capLimitMinor === null
      ? t('transactions:sum.noCap')
      : t('transactions:sum.cap', { cap: formatAmount(transaction.capLimitMinor) });
  const processing =
    transaction.processingFeeMinor === 0
      ? ''
      : t('transactions:sum.processing', { fee: formatAmount(transaction.processingFeeMinor) });
  return [rate, cap, processing].filter(Boolean).join(t('transactions:sum.and'));
}
