import { Radio, TextInput } from '@mantine/core';
import type { Currency } from '@mizan/contract/money.ts';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatNumber } from '../../platform/formats.ts';
import { schemeKey } from '../../ui/scheme-mark.tsx';
import classes from './deposit.module.css';
import { type Choice, type Readings, remainingOf, sharesByHand, sumOf } from './deposit-choices.ts';
import { formatPlainDay } from './settlement.words.ts';

interface OptionsProps {
  readings: Readings;
  choices: readonly Choice[];
  chosen: string | null;
  onChoose: (id: string) => void;
  error: string | undefined;
}

/** Which settlements a deposit pays: what fits exactly, what is nearest, by hand, or later. */
export function DepositOptions({ readings, choices, chosen, onChoose, error }: OptionsProps) {
  const { t } = useTranslation('settlement');
  const fitting = readings.exact.length;
  const said = fitting === 0 ? 'none' : fitting === 1 ? 'one' : 'several';
  const { only, count, isCut, waitingMax } = readings.parts;
  const partsSaid = isCut
    ? t('settlement:deposit.parts.cut', { number: formatNumber(waitingMax) })
    : count > 0 && !only
      ? t('settlement:deposit.parts.contested')
      : '';
  return (
    <Radio.Group
      label={t('settlement:deposit.pays')}
      description={[t(`settlement:deposit.fit.${said}`), partsSaid].join(' ').trim()}
      value={chosen}
      onChange={onChoose}
      error={error}
      className={classes['options'] ?? ''}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      {choices.map((choice) => (
        <Radio
          key={choice.id}
          value={choice.id}
          label={<ChoiceName choice={choice} />}
          description={<ChoiceDetail choice={choice} parts={readings.parts} />}
        />
      ))}
    </Radio.Group>
  );
}

function ChoiceName({ choice }: { choice: Choice }) {
  const { t } = useTranslation(['settlement', 'transactions']);
  const { kind, shares } = choice;
  const days = [...new Set(shares.map(({ day }) => day))].toSorted();
  const schemes = [...new Set(shares.map(({ scheme }) => scheme))].map((each) => t(schemeKey(each)));
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return t(`settlement:deposit.kind.${kind}`);
  const span =
    kind === 'COMBINATION' || kind === 'DUE_DAY'
      ? days.map(formatPlainDay).join(t('settlement:and'))
      : first === last
        ? formatPlainDay(first)
        : t('settlement:deposit.span', { from: formatPlainDay(first), to: formatPlainDay(last) });
  return t('settlement:deposit.named', {
    kind: t(`settlement:deposit.kind.${kind}`),
    what: [...schemes, span].join(t('settlement:and')),
  });
}

interface DetailProps {
  choice: Choice;
  parts: Readings['parts'];
}

function ChoiceDetail({ choice: { id, shares, differenceMinor }, parts: { only } }: DetailProps) {
  const { t } = useTranslation('settlement');
  if (id === 'part' && only) {
    const beside = only.beside.map(({ amountMinor, valueDate, reference }) =>
      t(`settlement:deposit.parts.${reference === '' ? 'one' : 'named'}`, {
        amount: formatAmount(amountMinor),
        day: formatPlainDay(valueDate),
        reference,
      }),
    );
    return t('settlement:deposit.choice.part', {
      others: beside.join(t('settlement:and')),
      sum: formatAmount(only.sumMinor),
    });
  }
  if (id === 'hand' || id === 'later') return t(`settlement:deposit.choice.${id}`);
  if (differenceMinor === null) return t('settlement:deposit.choice.unjudged');
  if (differenceMinor === 0)
    return t('settlement:deposit.choice.exact', { amount: formatAmount(sumOf(shares)) });
  const amount = formatAmount(Math.abs(differenceMinor));
  return t(differenceMinor < 0 ? 'settlement:deposit.choice.short' : 'settlement:deposit.choice.over', {
    amount,
  });
}

interface ByHandProps {
  readings: Readings;
  currency: Currency;
  amountMinor: number;
  typed: Readonly<Record<string, string>>;
  onType: (key: string, text: string) => void;
}

/** Every open settlement of the bank with a field for what of the deposit pays it, and what is left. */
export function ByHand({ readings, currency, amountMinor, typed, onType }: ByHandProps) {
  const { t } = useTranslation(['settlement', 'transactions', 'units', 'common']);
  const shares = sharesByHand(typed);
  const left = amountMinor - sumOf(shares ?? []);
  const inCurrency = (minor: number) => formatAmount(minor, { currency: t(`units:currency.${currency}`) });
  return (
    <fieldset className={classes['byHand']}>
      <legend>{t('settlement:deposit.byHand')}</legend>
      {readings.open.map(({ day, scheme }) => {
        const key = `${day} ${scheme}`;
        const remaining = remainingOf(readings, day, scheme);
        const name = [formatPlainDay(day), t(schemeKey(scheme))].join(t('settlement:and'));
        return (
          <TextInput
            key={key}
            label={name}
            description={
              remaining === null
                ? t('settlement:deposit.choice.unjudged')
                : t('settlement:deposit.stillDue', { amount: formatAmount(remaining) })
            }
            inputMode="decimal"
            dir="ltr"
            value={typed[key] ?? ''}
            onChange={(event) => onType(key, event.currentTarget.value)}
          />
        );
      })}
      <p className={classes['left']} role="status" data-off={left < 0 || undefined}>
        {shares === null
          ? t('common:validation.amount')
          : left < 0
            ? t('settlement:deposit.tooMuch', { amount: inCurrency(-left) })
            : t('settlement:deposit.left', { amount: inCurrency(left) })}
      </p>
    </fieldset>
  );
}
