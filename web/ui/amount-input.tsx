import { TextInput, type TextInputProps } from '@mantine/core';
import { type AmountProblem, parseAmount } from '@mizan/contract/money.ts';
import { useTranslation } from 'react-i18next';
import { amountParts, currencyKey } from '../platform/formats.ts';
import classes from './amount-input.module.css';

/** The sentence for each way in which a typed amount can be wrong. */
export const amountProblemKeys: Readonly<Record<AmountProblem, string>> = {
  format: 'common:validation.amount',
  decimals: 'common:validation.amountDecimals',
  positive: 'common:validation.amountPositive',
  range: 'common:validation.amountRange',
};

export interface AmountInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'size'> {
  /** The text as typed, in any digits; `parseAmount` of the contract reads it. */
  value: string;
  onChange: (text: string) => void;
  size?: 'md' | 'hero';
}

/** An amount in riyals, as terminals take it, as people type it: Arabic digits too. Once left, it stands in the language's own form. */
export function AmountInput({ value, onChange, size = 'md', ...rest }: AmountInputProps) {
  const { t } = useTranslation('units');
  function settle(): void {
    const parsed = parseAmount(value);
    if (parsed.ok) onChange(amountParts(parsed.amountMinor).figure);
  }
  return (
    <TextInput
      {...rest}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={settle}
      inputMode="decimal"
      autoComplete="off"
      dir="ltr"
      classNames={{ input: classes[size] ?? '' }}
      rightSection={<span className={classes['currency']}>{t(currencyKey('SAR'))}</span>}
      rightSectionWidth={56}
      rightSectionPointerEvents="none"
    />
  );
}
