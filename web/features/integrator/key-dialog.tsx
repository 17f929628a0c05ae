import { Checkbox, Switch, TextInput } from '@mantine/core';
import { addDays } from '@mizan/contract/business-day.ts';
import { keyDaysMax, listKeys, makeKey } from '@mizan/contract/integrator-keys.ts';
import { isTestScope, type Scope, scopes, testScopes } from '@mizan/contract/scopes.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { formatDate } from '../../platform/formats.ts';
import { useToday } from '../../platform/today.ts';
import { DayInput } from '../../ui/day-input.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { refusalText, scopeText } from './integrations.words.ts';
import { ShownOnce } from './shown-once.tsx';

const nameChars = 60;
const usualDays = 180;

/** Makes a key, and shows it this once. */
export default function KeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['integrations', 'common']);
  const today = useToday();
  const latest = addDays(today, keyDaysMax);
  const [made, setMade] = useState<string | null>(null);
  const form = useForm({
    start: {
      name: '',
      isTest: false,
      scopes: [] as Scope[],
      lastDay: addDays(today, usualDays) as string | null,
    },
    check: ({ name, scopes: chosen, lastDay }) => ({
      name: name.trim() === '' && t('common:validation.required'),
      scopes: chosen.length === 0 && t('integrations:keys.noScope'),
      lastDay:
        (lastDay === null || lastDay < today || lastDay > latest) &&
        t('integrations:keys.lastDayWrong', { day: formatDate(latest) }),
    }),
    send: ({ name, isTest, scopes: chosen, lastDay }) =>
      call(makeKey, { body: { name: name.trim(), isTest, scopes: chosen, lastDay: lastDay ?? '' } }),
    changes: [listKeys],
    onSent: ({ key }) => setMade(key),
    refusal: (error) => refusalText(error, t),
  });
  if (made !== null) {
    return (
      <ShownOnce
        title={t('integrations:keys.made')}
        secrets={[[t('integrations:columns.key'), made]]}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      form={form}
      title={t('integrations:keys.add')}
      submitLabel={t('integrations:keys.make')}
      onClose={onClose}
    >
      <TextInput
        label={t('integrations:columns.name')}
        description={t('integrations:nameHelp')}
        maxLength={nameChars}
        data-autofocus
        {...form.field('name')}
      />
      <Switch
        label={t('integrations:keys.isTest')}
        description={t('integrations:keys.isTestHelp')}
        checked={form.values.isTest}
        onChange={({ currentTarget: { checked: isTest } }) =>
          form.change({
            isTest,
            scopes: isTest ? form.values.scopes.filter(isTestScope) : form.values.scopes,
          })
        }
      />
      <Checkbox.Group label={t('integrations:columns.may')} {...form.field('scopes')}>
        {(form.values.isTest ? testScopes : scopes).map((each) => (
          <Checkbox key={each} mt="xs" value={each} label={scopeText(each, t)} />
        ))}
      </Checkbox.Group>
      <DayInput label={t('integrations:keys.lastDay')} {...form.field('lastDay')} />
    </FormDialog>
  );
}
