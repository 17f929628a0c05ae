import { type ChangeEvent, useId } from 'react';
import { formatNumber } from '../platform/formats.ts';
import { codeDigits } from './code-digits.ts';
import classes from './otp-input.module.css';

export interface OtpInputProps {
  label: string;
  /** Latin digits, at most `length`. */
  value: string;
  onChange: (value: string) => void;
  length?: number;
  error?: string | undefined;
  autoFocus?: boolean;
}

/**
 * A one-time code in boxes that stay left to right in both languages. One real field lies over the boxes, so
 * that pasting, autofill and screen readers meet a single input; both kinds of digits are understood.
 */
export function OtpInput({ label, value, onChange, length = 6, error, autoFocus = false }: OtpInputProps) {
  const id = useId();
  const errorId = `${id}-error`;
  const onInput = (event: ChangeEvent<HTMLInputElement>) =>
    onChange(codeDigits(event.currentTarget.value, length));
  return (
    <div>
      <label htmlFor={id} className="mz-visually-hidden">
        {label}
      </label>
      <div className={classes['code']} dir="ltr" data-invalid={error !== undefined || undefined}>
        {Array.from({ length }, (_, index) => (
          <span
            key={index}
            className={classes['box']}
            data-active={index === Math.min(value.length, length - 1) || undefined}
            data-filled={index < value.length || undefined}
            aria-hidden="true"
          >
            {value[index] === undefined ? '' : formatNumber(Number(value[index]))}
          </span>
        ))}
        <input
          id={id}
          className={classes['field']}
          value={value}
          onChange={onInput}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus={autoFocus}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
        />
      </div>
      {error !== undefined && (
        <p id={errorId} className={classes['error']} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
