import { Input } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../platform/lazy-part.ts';
import classes from './day-input.module.css';

const DayField = lazyPart(() => import('./day-field.tsx'));

export interface DayInputProps {
  label: string;
  description?: string;
  /** 'YYYY-MM-DD', with time 'YYYY-MM-DDTHH:mm' as the clock of Riyadh has it; null where none is chosen yet. */
  value: string | null;
  onChange: (day: string | null) => void;
  error?: string | undefined;
  /** Whether the time of the day is asked for too. */
  withTime?: boolean;
}

/** A calendar day that is typed or stepped through, in the digits, the order and the calendar that were chosen. */
export function DayInput(props: DayInputProps) {
  return (
    <Input.Wrapper label={props.label} description={props.description} error={props.error} labelElement="div">
      <Suspense fallback={<div className={classes['input']} />}>
        <DayField {...props} />
      </Suspense>
    </Input.Wrapper>
  );
}
