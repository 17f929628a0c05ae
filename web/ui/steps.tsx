import { IconCheck, IconQuestionMark } from '@tabler/icons-react';
import { formatNumber } from '../platform/formats.ts';
import classes from './steps.module.css';

export interface Step {
  id: string;
  label: string;
  /** Under the label: a time, or what is waited for. */
  note?: string | undefined;
  state: 'done' | 'current' | 'unknown' | 'todo';
}

/** The way of something that takes its time, one step current. Runs in the direction of reading. */
export function Steps({ label, steps }: { label: string; steps: readonly Step[] }) {
  // Where nothing is under way, the place that is in doubt is where one stands.
  const at = steps.find(({ state }) => state === 'current') ?? steps.find(({ state }) => state === 'unknown');
  return (
    <ol className={classes['steps']} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step.id}
          className={classes['step']}
          data-state={step.state}
          aria-current={step === at ? 'step' : undefined}
        >
          <span className={classes['dot']} aria-hidden="true">
            {step.state === 'done' && <IconCheck size={16} stroke={2} />}
            {step.state === 'unknown' && <IconQuestionMark size={16} stroke={2} />}
            {(step.state === 'current' || step.state === 'todo') && formatNumber(index + 1)}
          </span>
          <span className={classes['label']}>{step.label}</span>
          <span className={classes['note']}>{step.note}</span>
        </li>
      ))}
    </ol>
  );
}
