import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { focusInvalid } from './focus-invalid.ts';
import classes from './form.module.css';
import { WorkingButton } from './working-button.tsx';

/** What a form says of itself (`useForm` of platform/form.ts). */
interface ShownForm {
  submit: (event: FormEvent<HTMLFormElement>) => void;
  stops: number;
  isWorking: boolean;
  isUnchanged: boolean;
  failure: ReactNode;
}

export interface FormProps {
  form: ShownForm;
  /** The verb of what is sent: 'Save'. */
  submitLabel: string;
  /** What is sent cannot be taken back. */
  danger?: boolean;
  /** The screen is for something else: its button is drawn without a ground. */
  quiet?: boolean;
  /** Leaves all as it was; with it the buttons stand at the end, as in a dialog. */
  onCancel?: () => void;
  /**
   * 'row': a field or two with the buttons beside them; 'page': longer than the window, with its button in sight; 'drawer': the
   * same in a drawer, with the way out beside the button.
   */
  shape?: 'column' | 'row' | 'page' | 'drawer';
  /** Something is to be answered first: it cannot be sent, and what stands `beside` the button says why. */
  held?: boolean;
  /** Of a page: what stands beside its button. */
  beside?: ReactNode;
  children: ReactNode;
}

/** Fields, what went wrong, and the one thing that the form does. Enter in a field sends it. */
export function Form(props: FormProps) {
  const {
    form,
    submitLabel,
    danger = false,
    quiet = false,
    onCancel,
    shape = 'column',
    held = false,
    beside,
    children,
  } = props;
  const { t } = useTranslation('common');
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (form.stops > 0 && element.current) focusInvalid(element.current);
  }, [form.stops]);
  const unchangedId = useId();
  const unchanged = form.isUnchanged && (
    <span id={unchangedId} className={classes['unchanged']}>
      {t('common:form.unchanged')}
    </span>
  );
  const submit = (
    <WorkingButton
      type="submit"
      working={form.isWorking}
      held={held || form.isUnchanged}
      aria-describedby={unchanged ? unchangedId : undefined}
      variant={quiet ? 'default' : 'filled'}
      color={danger ? 'var(--mz-danger-button)' : undefined}
    >
      {submitLabel}
    </WorkingButton>
  );
  const cancel = onCancel && (
    <Button variant="default" onClick={onCancel}>
      {t('common:actions.cancel')}
    </Button>
  );
  return (
    <form ref={element} className={classes['form']} data-shape={shape} onSubmit={form.submit} noValidate>
      {children}
      {form.failure && (
        <p role="alert" className={classes['failure']}>
          {form.failure}
        </p>
      )}
      {cancel && (
        <div className={classes['buttons']}>
          {shape === 'drawer' && submit}
          {shape !== 'drawer' && unchanged}
          {cancel}
          {shape === 'drawer' ? unchanged : submit}
        </div>
      )}
      {!cancel && (
        <div className={classes['foot']}>
          {submit}
          {unchanged}
          {shape === 'page' && beside}
        </div>
      )}
    </form>
  );
}
