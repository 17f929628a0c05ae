import type { Currency } from '@mizan/contract/money.ts';
import { useTranslation } from 'react-i18next';
import { amountParts, currencyKey } from '../platform/formats.ts';
import classes from './amount.module.css';

export interface AmountProps {
  /** Whole minor units. */
  amountMinor: number;
  /** Shows the currency's name beside the figure. In columns it stands in the heading instead. */
  currency?: Currency | undefined;
  /** A plus in front of what is above zero. */
  signed?: boolean;
  /** An unsuccessful amount is grey. */
  muted?: boolean;
  /** Figures of the type scale; 'cell' is tabular for columns, the others stand alone. */
  size?: 'cell' | 'md' | 'lg' | 'xl' | 'h2' | 'h1' | 'hero' | 'pay';
}

/** An amount: sign left of the figure inside a left-to-right isolate, tabular in columns. */
export function Amount({ amountMinor, currency, signed = false, muted = false, size = 'cell' }: AmountProps) {
  const { t } = useTranslation('units');
  const { sign, figure } = amountParts(amountMinor, signed);
  return (
    <span className={classes['amount']} data-size={size} data-muted={muted || undefined}>
      <bdi dir="ltr">
        {sign}
        {figure}
      </bdi>
      {currency && (
        <>
          {' '}
          <span className={classes['currency']}>{t(currencyKey(currency))}</span>
        </>
      )}
    </span>
  );
}
