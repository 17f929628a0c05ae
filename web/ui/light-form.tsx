import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import classes from './light-form.module.css';

/**
 * Fields and a button for the screens before the sign-in. They look like those behind it and weigh a tenth:
 * the login has a budget of 150 KB of JavaScript.
 */
export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | false | undefined;
  /** At the end side inside the field. */
  action?: ReactNode;
}

export function TextField({ label, value, onChange, error, action, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className={classes['label']}>
        {label}
      </label>
      <div className={classes['box']} data-invalid={error ? true : undefined}>
        <input
          {...input}
          id={id}
          className={classes['input']}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {action}
      </div>
      {error && (
        <p id={`${id}-error`} className={classes['error']}>
          {error}
        </p>
      )}
    </div>
  );
}

export interface PasswordFieldProps extends TextFieldProps {
  showLabel: string;
  hideLabel: string;
}

/** A password that can be looked at. */
export function PasswordField({ showLabel, hideLabel, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const EyeIcon = shown ? IconEyeOff : IconEye;
  return (
    <TextField
      {...field}
      type={shown ? 'text' : 'password'}
      action={
        <button
          type="button"
          className={classes['eye']}
          onClick={() => setShown(!shown)}
          aria-label={shown ? hideLabel : showLabel}
        >
          <EyeIcon size={18} stroke={1.6} />
        </button>
      }
    />
  );
}

/**
 * The one thing that a form does. While it works it takes no second click, and keeps the focus: a button that is
 * disabled outright would drop it, and a keyboard or a screen reader begin at the top of the page.
 */
export function SubmitButton(props: { working: boolean; disabled?: boolean; children: ReactNode }) {
  const isOff = props.working || props.disabled === true;
  return (
    <button
      type="submit"
      className={classes['submit']}
      aria-disabled={isOff}
      onClick={(event) => {
        // Enter in a field presses this button, too.
        if (isOff) event.preventDefault();
      }}
      data-working={props.working || undefined}
      aria-busy={props.working}
    >
      {props.children}
    </button>
  );
}
