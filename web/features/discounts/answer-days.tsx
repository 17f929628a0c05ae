import { Button, NumberInput, Select } from '@mantine/core';
import { type AgreedScheme, agreedSchemes, type BankRow } from '@mizan/contract/banks.ts';
import {
  type AnswerDaysRow,
  addAnswerDays,
  answerDays,
  listAnswerDays,
  publishedAnswerDays,
} from '@mizan/contract/chargeback-days.ts';
import { getChargeback } from '@mizan/contract/chargebacks.ts';
import { getException, listExceptions } from '@mizan/contract/exceptions.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { formatDate, formatNumber } from '../../platform/formats.ts';
import { DayInput } from '../../ui/day-input.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';
import { schemeKey } from '../../ui/scheme-mark.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './discounts.module.css';
import { type Agreed, nameOf, useAnswerDays } from './discounts.queries.ts';
import { refusalOf } from './refusal.words.ts';

/** Within how many days each bank wants the answer to a chargeback: what holds, what held before, and what is published. */
export default function AnswerDays({ agreed, mayChange }: { agreed: Agreed; mayChange: boolean }) {
  const { t } = useTranslation(['discounts', 'transactions']);
  const query = useAnswerDays();
  const [bank, setBank] = useState<BankRow | null>(null);
  return (
    <Section title={t('discounts:answer.title')}>
      <p className={classes['help']}>{t('discounts:answer.help')}</p>
      <Loaded of={query} rows={2}>
        {({ rows }) => (
          <ul className={classes['list']} aria-label={t('discounts:answer.title')}>
            {agreed.banks.map((each) => (
              <li key={each.id} className={classes['item']}>
                <span className={classes['itemWords']}>
                  <strong>
                    <bdi>{nameOf(each)}</bdi>
                  </strong>
                  <Said rows={rows.filter(({ bankId }) => bankId === each.id)} />
                </span>
                {mayChange && (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`${t('discounts:answer.set')}: ${t('discounts:answer.title')}, ${nameOf(each)}`}
                    onClick={() => setBank(each)}
                  >
                    {t('discounts:answer.set')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <p className={classes['hint']}>
        {publishedAnswerDays
          .map(({ scheme, days, source }) =>
            t('discounts:answer.published', { card: t(schemeKey(scheme)), count: days, source }),
          )
          .join(t('discounts:comma'))}
      </p>
      {bank && <AnswerDaysForm bank={bank} today={agreed.today} onClose={() => setBank(null)} />}
    </Section>
  );
}

/** Of each card scheme what was said last, and before that what was said earlier. */
function Said({ rows }: { rows: readonly AnswerDaysRow[] }) {
  const { t } = useTranslation(['discounts', 'transactions']);
  if (rows.length === 0) return <span className={classes['hint']}>{t('discounts:answer.none')}</span>;
  const text = ({ scheme, days, validFrom }: AnswerDaysRow): string =>
    t('discounts:answer.of', {
      card: scheme === null ? t('discounts:place.all') : t(schemeKey(scheme)),
      count: days,
      day: formatDate(validFrom),
    });
  return [...Map.groupBy(rows, ({ scheme }) => scheme).values()].map((same) => {
    const last = same.at(-1);
    if (!last) return null;
    const earlier = same.slice(0, -1);
    return (
      <span key={last.id}>
        {text(last)}{' '}
        <span className={classes['hint']}>
          {t('discounts:answer.by', { name: last.byName, when: formatDate(last.at.slice(0, 10)) })}
          {earlier.length > 0 && (
            <> {t('discounts:answer.past', { list: earlier.map(text).join(t('discounts:comma')) })}</>
          )}
        </span>
      </span>
    );
  });
}

const allCards = 'all';
const changes = [listAnswerDays, listExceptions, getException, getChargeback];

/** Days of a bank for a card scheme or all of them, from a day on that may be past. */
function AnswerDaysForm({ bank, today, onClose }: { bank: BankRow; today: string; onClose: () => void }) {
  const { t } = useTranslation(['discounts', 'transactions', 'common']);
  const form = useForm({
    start: { scheme: allCards, days: '' as string | number, validFrom: today as string | null },
    check: ({ days, validFrom }) => ({
      days:
        !(Number.isInteger(days) && Number(days) >= answerDays.min && Number(days) <= answerDays.max) &&
        t('discounts:answer.daysProblem', {
          min: formatNumber(answerDays.min),
          max: formatNumber(answerDays.max),
        }),
      validFrom: validFrom === null && t('common:validation.required'),
    }),
    send: ({ scheme, days, validFrom }) =>
      call(addAnswerDays, {
        body: {
          bankId: bank.id,
          scheme: scheme === allCards ? null : (scheme as AgreedScheme),
          days: Number(days),
          validFrom: validFrom ?? today,
        },
      }),
    changes,
    refusal: (error) => refusalOf(error, t),
    onSent: ({ movedCount }) => {
      showToast({ tone: 'success', title: t('discounts:answer.done', { count: movedCount }) });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('discounts:answer.title')}
      submitLabel={t('common:actions.save')}
      onClose={onClose}
    >
      <p className={classes['help']}>
        <bdi>{nameOf(bank)}</bdi>
      </p>
      <Select
        label={t('discounts:columns.card')}
        data={[
          { value: allCards, label: t('discounts:place.all') },
          ...agreedSchemes.map((each) => ({ value: each, label: t(schemeKey(each)) })),
        ]}
        allowDeselect={false}
        {...form.field('scheme')}
      />
      <NumberInput
        label={t('discounts:answer.days')}
        min={answerDays.min}
        max={answerDays.max}
        allowDecimal={false}
        {...form.field('days')}
      />
      <DayInput
        label={t('discounts:answer.validFrom')}
        description={t('discounts:answer.validFromHelp')}
        {...form.field('validFrom')}
      />
    </FormDialog>
  );
}
