import { labelOf } from '@mizan/contract/onboarding-fields.ts';
import { type FieldRule, fieldNameOf, fieldRules } from '@mizan/contract/onboarding-rules.ts';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useOfferedDevices } from '../../platform/offered-devices.ts';
import { placeIn, useOfferedDistricts, useOfferedPlaces } from '../../platform/offered-places.ts';
import { PasswordField, TextField } from '../../ui/light-form.tsx';
import { choicesOf } from './field-choices.ts';
import { useForm } from './form-context.ts';
import classes from './onboarding.module.css';

/** More than any field is meant to hold: a whole page that was pasted by mistake is cut, and the draft stays small. */
const textMax = 254;

interface InputHints {
  autoComplete?: string;
  inputMode?: 'tel' | 'numeric' | 'email';
  dir?: 'ltr';
  maxLength?: number;
}

/** What a browser may fill in, which keyboard a phone shows, and where a name ends by its rule. */
const inputs: Readonly<Record<string, InputHints>> = {
  'account.username': { autoComplete: 'username', dir: 'ltr' },
  'business.name': { autoComplete: 'organization', maxLength: 120 },
  'business.cr': { inputMode: 'numeric', dir: 'ltr' },
  'business.email': { autoComplete: 'email', inputMode: 'email', dir: 'ltr' },
  'business.mobile': { autoComplete: 'tel', inputMode: 'tel', dir: 'ltr' },
  'business.vatNumber': { inputMode: 'numeric', dir: 'ltr' },
  'business.district': { maxLength: 80 },
  'branches.name': { maxLength: 60 },
  'branches.address': { maxLength: 200 },
  'branches.terminals.tid': { inputMode: 'numeric', dir: 'ltr' },
  'cashiers.name': { maxLength: 120 },
  'cashiers.username': { autoComplete: 'off', dir: 'ltr' },
};

/** The text of a problem at a path, or nothing. */
export function useProblem(path: string): string | undefined {
  const { t } = useTranslation('onboarding');
  const problem = useForm().problems[path];
  return problem === undefined ? undefined : t(`onboarding:validation.${problem}`);
}

/** A field of the form by its path: its rule says whether it is optional, its kind which control it gets. */
export function FormField({ path }: { path: string }) {
  const { t } = useTranslation('onboarding');
  const { valueOf, change } = useForm();
  const error = useProblem(path);
  const listId = useId();
  const places = useOfferedPlaces();
  const devices = useOfferedDevices();
  const name = fieldNameOf(path);
  // What may be typed as it is: the districts of the city.
  const suggestions = useOfferedDistricts(name === 'business.district' ? valueOf('business.city') : '').map(
    placeIn,
  );
  if (!name) throw new Error(`no field at ${path}`);
  const { required }: FieldRule = fieldRules[name];
  const plain = t(`onboarding:fields.${labelOf(path)}`);
  const label = required === null ? t('onboarding:fields.optional', { label: plain }) : plain;
  const field = { label, value: valueOf(path), onChange: (value: string) => change(path, value), error };
  const choices = choicesOf(path, valueOf, { ...places, ...devices });
  if (choices) return <SelectField {...field} choices={choices} />;
  if (name.endsWith('.password')) return <NewPassword {...field} />;
  return (
    <>
      <TextField
        {...field}
        maxLength={textMax}
        {...inputs[name]}
        {...(suggestions.length > 0 ? { list: listId } : {})}
      />
      {suggestions.length > 0 && (
        <datalist id={listId}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </>
  );
}

interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

export function NewPassword(field: FieldProps) {
  const { t } = useTranslation('auth');
  return (
    <PasswordField
      {...field}
      showLabel={t('auth:login.showPassword')}
      hideLabel={t('auth:login.hidePassword')}
      maxLength={textMax}
      autoComplete="new-password"
    />
  );
}

export interface Choice {
  value: string;
  text: string;
}

/** One of a list, in the browser's own control: it is at home on every phone. */
export function SelectField({
  label,
  value,
  onChange,
  error,
  choices,
}: FieldProps & { choices: readonly Choice[] }) {
  const { t } = useTranslation('onboarding');
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className={classes['label']}>
        {label}
      </label>
      <span className={classes['choice']}>
        <select
          id={id}
          className={classes['select']}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
        >
          <option value="">{t('onboarding:fields.choose')}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.text}
            </option>
          ))}
        </select>
        <IconChevronDown size={16} stroke={1.6} aria-hidden="true" />
      </span>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}

/** What is wrong with a field or a list, below it. */
export function FieldError({ id, text }: { id?: string; text: ReactNode }) {
  if (!text) return null;
  return (
    <p id={id} className={classes['error']}>
      {text}
    </p>
  );
}
