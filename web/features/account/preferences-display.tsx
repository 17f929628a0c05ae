import { Radio } from '@mantine/core';
import {
  type CalendarChoice,
  calendarChoices,
  type DigitChoice,
  digitChoices,
  type KeptPreferences,
} from '@mizan/contract/preferences.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../platform/failure.words.ts';
import { language, languages } from '../../platform/language.ts';
import { useUnsaved } from '../../platform/unsaved.ts';
import { Section } from '../../ui/page.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { WorkingButton } from '../../ui/working-button.tsx';
import classes from './account.module.css';
import { useSavePreferences } from './preferences.queries.ts';
import { calendarSample, digitRows, digitSample } from './preferences-samples.ts';

/** Language, digits and calendar; each choice shows what a figure or a date looks like with it. */
export function DisplayPreferences({ preferences }: { preferences: KeptPreferences }) {
  const { t } = useTranslation(['account', 'common']);
  const [chosen, setChosen] = useState({ ...preferences, language });
  const save = useSavePreferences(preferences);
  const isChanged =
    chosen.language !== language ||
    chosen.digits !== preferences.digits ||
    chosen.calendar !== preferences.calendar;
  // While it is saved it is nobody's loss: the page may be read anew to show it.
  useUnsaved(isChanged && !save.isPending);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const { language: spoken, digits, calendar } = chosen;
    const saved = () => showToast({ id: 'preferences', tone: 'success', title: t('common:toast.saved') });
    save.mutate({ language: spoken, digits, calendar }, { onSuccess: saved });
  }
  return (
    <Section title={t('account:preferences.title')}>
      <form className={classes['form']} onSubmit={submit}>
        <Choice
          label={t('account:preferences.language')}
          help={t('account:preferences.languageHelp')}
          value={chosen.language}
          options={languages.map((each) => [each, t(`account:preferences.languages.${each}`), ''])}
          onChange={(value) => setChosen({ ...chosen, language: value })}
        />
        <Choice
          label={t('account:preferences.digits')}
          value={chosen.digits}
          options={digitChoices.map((each) => [
            each,
            t(`account:preferences.digitChoices.${each}`, { digits: digitRows[each] }),
            digitSample(each, chosen.language),
          ])}
          onChange={(value: DigitChoice) => setChosen({ ...chosen, digits: value })}
        />
        <Choice
          label={t('account:preferences.calendar')}
          value={chosen.calendar}
          options={calendarChoices.map((each) => [
            each,
            t(`account:preferences.calendarChoices.${each}`),
            calendarSample(each, chosen.digits, chosen.language),
          ])}
          onChange={(value: CalendarChoice) => setChosen({ ...chosen, calendar: value })}
        />
        {save.isError && (
          <p role="alert" className={classes['error']}>
            {failureText(save.error, t)}
          </p>
        )}
        <WorkingButton type="submit" working={save.isPending}>
          {t('common:actions.save')}
        </WorkingButton>
      </form>
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
          description={sample && <bdi>{sample}</bdi>}
        />
      ))}
    </Radio.Group>
  );
}
