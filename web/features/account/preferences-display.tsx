import { Radio } from '@mantine/core';
import {
  type CalendarChoice,
  calendarChoices,
  type DigitChoice,
  digitChoices,
  type KeptPreferences,
} from '@mizan/contract/preferences.ts';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../platform/form.ts';
import { language, languages } from '../../platform/language.ts';
import { Form } from '../../ui/form.tsx';
import { Section } from '../../ui/page.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './account.module.css';
import { useSavePreferences } from './preferences.queries.ts';
import { calendarSample, digitRows, digitSample } from './preferences-samples.ts';

interface DisplayPreferencesProps {
  preferences: KeptPreferences;
  /** False for whoever signs in without an e-mail: nothing is said of the language of mails. */
  hasMail?: boolean;
}

/** Language, digits and calendar; each choice shows what a figure or a date looks like with it. */
export function DisplayPreferences({ preferences, hasMail = true }: DisplayPreferencesProps) {
  const { t } = useTranslation(['account', 'common']);
  const form = useForm({
    edits: true,
    start: { language, digits: preferences.digits, calendar: preferences.calendar },
    send: useSavePreferences(preferences),
    onSent: () => showToast({ id: 'preferences', tone: 'success', title: t('common:toast.saved') }),
  });
  const { values, change } = form;
  return (
    <Section title={t('account:preferences.title')}>
      <Form form={form} submitLabel={t('common:actions.save')}>
        <Choice
          label={t('account:preferences.language')}
          {...(hasMail && { help: t('account:preferences.languageHelp') })}
          value={values.language}
          options={languages.map((each) => [each, t(`account:preferences.languages.${each}`), ''])}
          onChange={(value) => change({ language: value })}
        />
        <Choice
          label={t('account:preferences.digits')}
          value={values.digits}
          options={digitChoices.map((each) => [
            each,
            t(`account:preferences.digitChoices.${each}`, { digits: digitRows[each] }),
            digitSample(each, values.language),
          ])}
          onChange={(value: DigitChoice) => change({ digits: value })}
        />
        <Choice
          label={t('account:preferences.calendar')}
          value={values.calendar}
          options={calendarChoices.map((each) => [
            each,
            t(`account:preferences.calendarChoices.${each}`),
            calendarSample(each, values.digits, values.language),
          ])}
          onChange={(value: CalendarChoice) => change({ calendar: value })}
        />
      </Form>
    </Section>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  help?: string;
  value: Value;
  options: readonly (readonly [value: Value, label: string, sample: string])[];
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, help, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <Radio.Group label={label} description={help} value={value} onChange={(next) => onChange(next as Value)}>
      {options.map(([option, text, sample]) => (
        <Radio
          key={option}
          value={option}
          className={classes['option'] ?? ''}
          label={text}
          description={sample && <bdi translate="no">{sample}</bdi>}
        />
      ))}
    </Radio.Group>
  );
}
