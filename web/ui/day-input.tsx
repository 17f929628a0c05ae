import { parseDate } from '@internationalized/date';
import { Input } from '@mantine/core';
import { useId } from 'react';
import { DateField, DateInput, DateSegment } from 'react-aria-components/DateField';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { localeWith } from '../platform/formats.ts';
import classes from './day-input.module.css';

export interface DayInputProps {
  label: string;
  description?: string;
  /** 'YYYY-MM-DD', or null where none is chosen yet. */
  value: string | null;
  onChange: (day: string | null) => void;
  error?: string | undefined;
  minDay?: string | undefined;
}

/** A calendar day that is typed or stepped through, in the digits and the order of the language. */
export function DayInput({ label, description, value, onChange, error, minDay }: DayInputProps) {
  const id = useId();
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div" id={id}>
      <I18nProvider locale={localeWith('gregory')}>
        <DateField
          aria-label={label}
          className={classes['field'] ?? ''}
          value={value === null ? null : parseDate(value)}
          onChange={(date) => onChange(date?.toString().slice(0, 10) ?? null)}
          isInvalid={error !== undefined}
          {...(minDay !== undefined && { minValue: parseDate(minDay) })}
        >
          <DateInput className={classes['input'] ?? ''}>
            {(segment) => <DateSegment segment={segment} className={classes['segment'] ?? ''} />}
          </DateInput>
        </DateField>
      </I18nProvider>
    </Input.Wrapper>
  );
}
