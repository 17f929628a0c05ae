import { Button, Select, TextInput } from '@mantine/core';
import type { BankRow } from '@mizan/contract/banks.ts';
import {
  addRent,
  getRentAudit,
  listRents,
  type RentKind,
  type RentRow,
  rentKinds,
} from '@mizan/contract/rents.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { dateFormat, formatAmount, formatDate, formatPercent } from '../../platform/formats.ts';
import { DayInput } from '../../ui/day-input.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './discounts.module.css';
import { type Agreed, nameOf, useRents } from './discounts.queries.ts';
import { refusalOf } from './refusal.words.ts';
import { minorFrom, percentFrom } from './terms.words.ts';

/** Banks count by this calendar, whichever one stands first for a person. */
const formatMonth = dateFormat({ month: 'long', year: 'numeric' }, 'gregory');

/** What was agreed with each bank as rent and monthly fee of a terminal, with what held before. */
export default function Rents({ agreed, mayChange }: { agreed: Agreed; mayChange: boolean }) {
  const { t } = useTranslation(['discounts', 'fees']);
  const query = useRents();
  const [bank, setBank] = useState<BankRow | null>(null);
  return (
    <Section title={t('discounts:rent.title')}>
      <p className={classes['help']}>{t('discounts:rent.help')}</p>
      <Loaded of={query} rows={2}>
        {({ rows }) => (
          <ul className={classes['list']} aria-label={t('discounts:rent.title')}>
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
                    aria-label={`${t('discounts:rent.set')}: ${t('discounts:rent.title')}, ${nameOf(each)}`}
                    onClick={() => setBank(each)}
                  >
                    {t('discounts:rent.set')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {bank && <RentForm bank={bank} today={agreed.today} onClose={() => setBank(null)} />}
    </Section>
  );
}

/** All that was said of a bank, the newest first: nothing of it is ever changed. */
function Said({ rows }: { rows: readonly RentRow[] }) {
  const { t } = useTranslation(['discounts', 'fees']);
  if (rows.length === 0) return <span className={classes['hint']}>{t('discounts:rent.none')}</span>;
  return rows.toReversed().map(({ id, kind, amountMinor, vatBps, validFrom, byName, at }) => (
    <span key={id}>
      {t('discounts:rent.line', {
        kind: t(`fees:rent.kind.${kind}`),
        amount: formatAmount(amountMinor),
        vat: formatPercent(vatBps),
        month: formatMonth(`${validFrom}-01`),
      })}{' '}
      <span className={classes['hint']}>
        {t('discounts:answer.by', { name: byName, when: formatDate(at.slice(0, 10)) })}
      </span>
    </span>
  ));
}

function RentForm({ bank, today, onClose }: { bank: BankRow; today: string; onClose: () => void }) {
  const { t } = useTranslation(['discounts', 'fees', 'common']);
  const form = useForm({
    start: {
      kind: 'rent' as string,
      amount: '',
      vat: '',
      validFrom: `${today.slice(0, 7)}-01` as string | null,
    },
    check: ({ amount, vat, validFrom }) => ({
      amount: minorFrom(amount) === null && t('discounts:rent.amountProblem'),
      vat: vat.trim() !== '' && percentFrom(vat) === null && t('discounts:rent.vatProblem'),
      validFrom: validFrom === null && t('common:validation.required'),
    }),
    send: ({ kind, amount, vat, validFrom }) =>
      call(addRent, {
        body: {
          bankId: bank.id,
          kind: kind as RentKind,
          amountMinor: minorFrom(amount) ?? 0,
          vatBps: vat.trim() === '' ? null : percentFrom(vat),
          validFrom: (validFrom ?? today).slice(0, 7),
        },
      }),
    changes: [listRents, getRentAudit],
    refusal: (error) => refusalOf(error, t),
    onSent: () => {
      showToast({ tone: 'success', title: t('common:toast.saved') });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('discounts:rent.title')}
      submitLabel={t('common:actions.save')}
      onClose={onClose}
    >
      <p className={classes['help']}>
        <bdi>{nameOf(bank)}</bdi>
      </p>
      <Select
        label={t('discounts:rent.kind')}
        data={rentKinds.map((kind) => ({ value: kind, label: t(`fees:rent.kind.${kind}`) }))}
        allowDeselect={false}
        {...form.field('kind')}
      />
      <div className={classes['two']}>
        <TextInput label={t('discounts:rent.amount')} dir="ltr" {...form.field('amount')} />
        <TextInput
          label={t('discounts:rent.vat')}
          description={t('discounts:rent.vatHelp')}
          dir="ltr"
          {...form.field('vat')}
        />
      </div>
      <DayInput
        label={t('discounts:rent.validFrom')}
        description={t('discounts:rent.validFromHelp')}
        {...form.field('validFrom')}
      />
    </FormDialog>
  );
}
