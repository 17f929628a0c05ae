import { Select } from '@mantine/core';
import {
  type AgreedScheme,
  agreedSchemes,
  type PlacedTerminal,
  placeTerminal,
} from '@mizan/contract/banks.ts';
import { addDays } from '@mizan/contract/business-day.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { DayInput } from '../../ui/day-input.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { schemeKey } from '../../ui/scheme-mark.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './discounts.module.css';
import { type Agreed, changedByAgreement, nameOf } from './discounts.queries.ts';
import { refusalOf } from './refusal.words.ts';

const allCards = 'all';
interface PlaceFormProps {
  terminal: PlacedTerminal;
  agreed: Agreed;
  onClose: () => void;
}

/** With which bank a terminal is: since ever where nobody had said so, else from a day to come. */
export default function PlaceForm({ terminal, agreed, onClose }: PlaceFormProps) {
  const { t } = useTranslation(['discounts', 'transactions', 'common']);
  const isFirst = (scheme: string): boolean =>
    !terminal.places.some((each) => each.scheme === null || each.scheme === scheme);
  const form = useForm({
    start: {
      bankId: '',
      scheme: allCards,
      validFrom: addDays(agreed.today, 1) as string | null,
    },
    check: ({ bankId, scheme, validFrom }) => ({
      bankId: bankId === '' && t('common:validation.required'),
      validFrom:
        !isFirst(scheme) &&
        (validFrom === null
          ? t('common:validation.required')
          : validFrom <= agreed.today && t('discounts:refused.dayBegun')),
    }),
    send: ({ bankId, scheme, validFrom }) =>
      call(placeTerminal, {
        params: { id: bankId },
        body: {
          terminalId: terminal.id,
          scheme: scheme === allCards ? null : (scheme as AgreedScheme),
          validFrom: isFirst(scheme) ? null : validFrom,
        },
      }),
    changes: changedByAgreement,
    refusal: (error) => refusalOf(error, t),
    onSent: ({ expectedNow }) => {
      const key = expectedNow > 0 ? 'discounts:place.doneWith' : 'common:toast.saved';
      showToast({ tone: 'success', title: t(key, { count: expectedNow }) });
      onClose();
    },
  });
  const first = isFirst(form.values.scheme);
  return (
    <FormDialog
      form={form}
      title={t('discounts:place.title', { tid: terminal.tid })}
      submitLabel={t('common:actions.save')}
      onClose={onClose}
    >
      <p className={classes['help']}>{t(first ? 'discounts:place.firstHelp' : 'discounts:place.help')}</p>
      <Select
        label={t('common:fields.bank')}
        data={agreed.banks.map((each) => ({ value: each.id, label: nameOf(each) }))}
        allowDeselect={false}
        {...form.field('bankId')}
        value={form.values.bankId === '' ? null : form.values.bankId}
      />
      <Select
        label={t('discounts:columns.card')}
        data={[
          { value: allCards, label: t('discounts:place.all') },
          ...agreedSchemes.map((each) => ({ value: each, label: t(schemeKey(each)) })),
        ]}
        allowDeselect={false}
        {...form.field('scheme')}
      />
      {!first && <DayInput label={t('discounts:columns.validFrom')} {...form.field('validFrom')} />}
    </FormDialog>
  );
}
