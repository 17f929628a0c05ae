import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, use, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { DrawerFoot } from './drawer-foot.ts';
import { focusInvalid } from './focus-invalid.ts';
import classes from './form.module.css';
import { WorkingButton } from './working-button.tsx';

/** What a form says of itself (`useForm` of platform/form.ts). */
interface ShownForm {
  submit: (event: FormEvent<HTMLFormElement>) => void;
  stops: number;
  isWorking: boolean;
  isUnchanged: boolean;
  isRefused: boolean;
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
   * same in a drawer, with the way out beside the button; 'foot': in a drawer that shows more than its fields, with the button
   * at the drawer's foot.
   */
  shape?: 'column' | 'row' | 'page' | 'drawer' | 'foot';
  /** Something is to be answered first: it cannot be sent, and what stands `beside` the button says why. */
  held?: boolean;
  /** Of a page: what stands beside its button. */
  beside?: ReactNode;
  children: ReactNode;
}

/** Fields, what went wrong, and the one thing that the form does. Enter in a field sends it. */
export function Form(props: FormProps) {
  const { form, submitLabel, onCancel, shape = 'column', beside, children } = props;
  const { t } = useTranslation('common');
  const element = useStops(form.stops);
  const [id, unchangedId] = [useId(), useId()];
  const unchanged = (form.isRefused || form.isUnchanged) && (
    <span id={unchangedId} className={classes['unchanged']}>
      {t(form.isRefused ? 'common:toast.lookingOn' : 'common:form.unchanged')}
    </span>
  );
  const submit = (
    <WorkingButton
      type="submit"
      form={id}
      working={form.isWorking}
      held={props.held || form.isUnchanged || form.isRefused}
      aria-describedby={unchanged ? unchangedId : undefined}
      variant={props.quiet ? 'default' : 'filled'}
      color={props.danger ? 'var(--mz-danger-button)' : undefined}
    >
      {submitLabel}
    </WorkingButton>
  );
  const failure = <Failure>{form.failure}</Failure>;
  const cancel = onCancel && (
    <Button variant="default" onClick={onCancel}>
      {t('common:actions.cancel')}
    </Button>
  );
  return (
    <form
      ref={element}
      id={id}
      className={classes['form']}
      data-shape={shape}
      onSubmit={form.submit}
      noValidate
    >
      {children}
      {shape !== 'foot' && failure}
      {cancel && (
        <div className={classes['buttons']}>
          {shape === 'drawer' && submit}
          {shape !== 'drawer' && unchanged}
          {cancel}
          {shape === 'drawer' ? unchanged : submit}
        </div>
      )}
      {!cancel && shape !== 'foot' && (
        <div className={classes['foot']}>
          {submit}
          {unchanged}
          {shape === 'page' && beside}
        </div>
      )}
      {shape === 'foot' && (
        <AtDrawerFoot>
          {submit}
          {unchanged}
          {failure}
        </AtDrawerFoot>
      )}
    </form>
  );
}

/** Of the form's element: each time that the form stops, the first field that stopped it takes the focus. */
function useStops(stops: number) {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (stops > 0 && element.current) focusInvalid(element.current);
  }, [stops]);
  return element;
}

function Failure({ children }: { children: ReactNode }) {
  return (
    children && (
      <p role="alert" className={classes['failure']}>
        {children}
      </p>
    )
  );
}

/** Stands at the foot of the drawer around; a button of a form there names the form that it sends. */
export function AtDrawerFoot({ children }: { children: ReactNode }) {
  const place = use(DrawerFoot);
  return place && createPortal(<div className={classes['foot']}>{children}</div>, place);
}
