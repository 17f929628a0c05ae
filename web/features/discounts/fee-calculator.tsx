import { Select } from '@mantine/core';
import { rateOn, ratesByVat, rateWithout, usualPaidWithin } from '@mizan/contract/agreed-rate.ts';
import { type AgreedScheme, agreedSchemes } from '@mizan/contract/banks.ts';
import { addDays, dueDayOf, isWorkingDay } from '@mizan/contract/business-day.ts';
import { type ChargeSteps, chargeSteps, parseAmount, type Rate } from '@mizan/contract/money.ts';
import { vatOn } from '@mizan/contract/vat.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  formatAmount,
  formatDate,
  formatNumber,
  formatPercent,
  formatWeekday,
} from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { AmountInput, amountProblemKeys } from '../../ui/amount-input.tsx';
import { DayInput } from '../../ui/day-input.tsx';
import { schemeKey } from '../../ui/scheme-mark.tsx';
import classes from './calculator.module.css';
import { type Discounts, nameOf } from './discounts.queries.ts';
import { paidWithinText } from './terms.words.ts';

interface FeeCalculatorProps {
  discounts: Discounts;
  bankId: string | undefined;
  scheme: AgreedScheme | undefined;
}

/** What a bank takes of an amount on a day, and when it pays the rest: the steps that judge every line of a bank. */
export function FeeCalculator(props: FeeCalculatorProps) {
  const { t } = useTranslation(['discounts', 'transactions', 'common']);
  const { banks } = props.discounts;
  const [bankChosen, setBank] = useState<string | null>(null);
  const [schemeChosen, setScheme] = useState<AgreedScheme | null>(null);
  const bank =
    banks.find(({ id }) => id === (bankChosen ?? props.bankId)) ??
    banks.find(({ id }) => id === props.bankId) ??
    banks[0];
  const scheme = schemeChosen ?? props.scheme ?? 'Mada';
  const [day, setDay] = useState<string | null>(bank?.today ?? null);
  const [text, setText] = useState(() => formatAmount(100_000));
  const amount = parseAmount(text);
  return (
    <section className={classes['calculator']} aria-labelledby="fee-calculator">
      <h2 id="fee-calculator" className={classes['title']}>
        {t('discounts:calculator.title')}
      </h2>
      <div className={classes['fields']}>
        <Select
          label={t('common:fields.bank')}
          data={banks.map((each) => ({ value: each.id, label: nameOf(each) }))}
          value={bank?.id ?? null}
          onChange={setBank}
          allowDeselect={false}
        />
        <Select
          label={t('discounts:columns.card')}
          data={agreedSchemes.map((each) => ({ value: each, label: t(schemeKey(each)) }))}
          value={scheme}
          onChange={(value) => setScheme(value as AgreedScheme)}
          allowDeselect={false}
        />
        <DayInput label={t('discounts:calculator.day')} value={day} onChange={setDay} />
        <AmountInput
          label={t('common:fields.amount')}
          value={text}
          onChange={setText}
          error={!amount.ok && t(amountProblemKeys[amount.problem])}
        />
      </div>
      {bank && day && amount.ok && (
        <Result
          discounts={props.discounts}
          bank={bank}
          scheme={scheme}
          day={day}
          amountMinor={amount.amountMinor}
        />
      )}
    </section>
  );
}

interface Asked {
  discounts: Discounts;
  bank: Discounts['banks'][number];
  scheme: AgreedScheme;
  day: string;
  amountMinor: number;
}

function Result(asked: Asked) {
  const { t } = useTranslation('discounts');
  const { discounts, bank, scheme, day, amountMinor } = asked;
  const { rates, vat } = discounts;
  const agreed = rateOn(rates, { bankId: bank.id, scheme }, day);
  const rate =
    rateOn(ratesByVat(rates, vat), { bankId: bank.id, scheme }, day) ?? rateWithout(scheme, vatOn(vat, day));
  if (!rate) return <p className={classes['unknown']}>{t('discounts:calculator.notAgreed')}</p>;
  const steps = chargeSteps(amountMinor, rate);
  return (
    <div aria-live="polite">
      <StepRows asked={asked} rate={rate} steps={steps} since={agreed?.validFrom ?? null} />
      <div className={classes['net']}>
        <Formula>
          {[amountMinor, steps.feeMinor, steps.vatMinor].map((each) => formatAmount(each)).join(' − ')}
        </Formula>
        <p className={classes['netLine']}>
          <span>{t('discounts:calculator.net')}</span>
          <Amount amountMinor={steps.netMinor} currency="SAR" size="h2" />
        </p>
        <DueDay asked={asked} agreed={agreed} />
      </div>
      <p className={classes['hint']}>{t('discounts:calculator.same')}</p>
    </div>
  );
}

/** The reckoning itself: in Arabic it runs from right to left, each figure in its own order. */
function Formula({ children }: { children: string }) {
  return <span className={classes['formula']}>{children}</span>;
}

interface StepRow {
  label: string;
  formula: string;
  figureMinor: number | null;
  /** The step that decides. */
  decides?: boolean;
  /** Put aside by a later step. */
  isVoid?: boolean;
}

function StepRows({
  asked,
  rate,
  steps,
  since,
}: {
  asked: Asked;
  rate: Rate;
  steps: ChargeSteps;
  since: string | null;
}) {
  const { t } = useTranslation(['discounts', 'transactions']);
  return (
    <ol className={classes['steps']} aria-label={t('discounts:calculator.title')}>
      {stepsIn(t, asked, rate, steps, since).map((step, place) => (
        <li
          key={step.label}
          className={classes['step']}
          data-decides={step.decides || undefined}
          data-void={step.isVoid || undefined}
        >
          <span className={classes['number']} aria-hidden="true">
            {formatNumber(place + 1)}
          </span>
          <span className={classes['words']}>
            <span className={classes['label']}>{step.label}</span>
            <Formula>{step.formula}</Formula>
          </span>
          {step.figureMinor !== null && (
            <span className={classes['figure']}>
              <Amount amountMinor={step.figureMinor} />
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

type Translate = ReturnType<typeof useTranslation>['t'];

function stepsIn(
  t: Translate,
  { bank, scheme, amountMinor }: Asked,
  rate: Rate,
  steps: ChargeSteps,
  since: string | null,
): StepRow[] {
  const amount = formatAmount;
  const percent = formatPercent;
  const cap = rate.capLimitMinor;
  const words = (key: string, values = {}) => t(`discounts:calculator.${key}`, values);
  return [
    {
      label: words('rate'),
      formula:
        since === null
          ? words('rateOfPublished', { rate: percent(rate.mdrBps) })
          : words('rateSince', { rate: percent(rate.mdrBps), day: formatDate(since) }),
      figureMinor: null,
    },
    {
      label: words('share'),
      formula: `${amount(amountMinor)} × ${percent(rate.mdrBps)} = ${amount(steps.shareMinor)}`,
      figureMinor: steps.shareMinor,
      isVoid: steps.isCapped,
    },
    cap === null
      ? { label: words('noCap'), formula: words('noCapHelp'), figureMinor: steps.mdrMinor }
      : {
          label: words(steps.isCapped ? 'capApplies' : 'capNotReached', { cap: amount(cap) }),
          formula: `${amount(steps.shareMinor)} ${steps.isCapped ? '>' : '≤'} ${amount(cap)}`,
          figureMinor: steps.mdrMinor,
          decides: steps.isCapped,
        },
    {
      label: words('processing'),
      formula:
        rate.processingFeeMinor === 0
          ? words('processingNone', {
              card: t(`transactions:scheme.${scheme.toLowerCase()}`),
              bank: nameOf(bank),
            })
          : words('processingEach'),
      figureMinor: rate.processingFeeMinor,
    },
    {
      label: words('fee'),
      formula: `${amount(steps.mdrMinor)} + ${amount(rate.processingFeeMinor)}`,
      figureMinor: -steps.feeMinor,
      decides: !steps.isCapped,
    },
    {
      label: words('vat'),
      formula: `${amount(steps.feeMinor)} × ${percent(rate.vatBps)} = ${amount(steps.vatMinor)}`,
      figureMinor: -steps.vatMinor,
    },
  ];
}

/** Days on the way to the due day on which banks do not work. */
function passedOver(from: string, to: string, closed: Discounts['closed']): number {
  let count = 0;
  for (let day = addDays(from, 1); day < to; day = addDays(day, 1)) {
    if (!isWorkingDay(day, closed)) count += 1;
  }
  return count;
}

function DueDay({ asked, agreed }: { asked: Asked; agreed: Discounts['rates'][number] | null }) {
  const { t } = useTranslation('discounts');
  const { scheme, day, discounts } = asked;
  const paidWithin = agreed?.paidWithin ?? usualPaidWithin(scheme);
  const dueDay = dueDayOf(day, paidWithin, discounts.closed);
  const closedDays = passedOver(day, dueDay, discounts.closed);
  return (
    <p className={classes['due']}>
      {t('discounts:calculator.due', { day: formatWeekday(dueDay), days: paidWithinText(t, paidWithin) })}
      {agreed === null && ` (${t('discounts:usual')})`}
      {closedDays > 0 && (
        <span className={classes['hint']}>{t('discounts:calculator.closed', { count: closedDays })}</span>
      )}
    </p>
  );
}
