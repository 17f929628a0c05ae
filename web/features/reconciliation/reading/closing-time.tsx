import { TextInput } from '@mantine/core';
import { latinDigits } from '@mizan/contract/money.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

const shape = /^([01]\d|2[0-3]):([0-5]\d)$/;
const timeOf = (minute: number | null): string =>
  minute === null ? '' : new Date(minute * 60_000).toISOString().slice(11, 16);

interface ClosingTimeProps {
  label: string;
  description: ReactNode;
  /** Of the day; null where nobody said one. */
  minute: number | null;
  onChange: (minute: number | null) => void;
}

/** A time of the day, typed in the digits of any keyboard; one that is none is said, and gone with leaving the field. */
export function ClosingTime({ label, description, minute, onChange }: ClosingTimeProps) {
  const { t } = useTranslation('reconcile');
  const [typed, setTyped] = useState(timeOf(minute));
  const read = (text: string): number | null | undefined => {
    const time = latinDigits(text).trim();
    const [, hours, minutes] = shape.exec(time) ?? [];
    return time === '' ? null : hours && minutes ? Number(hours) * 60 + Number(minutes) : undefined;
  };
  return (
    <TextInput
      label={label}
      description={description}
      dir="ltr"
      value={typed}
      error={read(typed) === undefined && t('reconcile:daily.problem')}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        const next = read(event.currentTarget.value);
        if (next !== undefined) onChange(next);
      }}
      onBlur={() => read(typed) === undefined && setTyped(timeOf(minute))}
    />
  );
}
