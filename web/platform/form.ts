import { useForm as useFields } from '@mantine/form';
import type { AnyRoute } from '@mizan/contract/route.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reasonOf } from './api-client.ts';
import { failureText } from './failure.words.ts';
import { settled, settledBehind, useRefresh } from './query-client.ts';
import { useLooksOn } from './session.store.ts';
import { useUnsaved } from './unsaved.ts';

/** What is wrong with which field, in words; a field of a list by its path: 'branches.0.name'. */
type Problems = Readonly<Record<string, string | false | undefined>>;

export interface FormOptions<Values extends object, Answer> {
  start: Values;
  /**
   * What it starts with is kept already: as long as it stands so there is nothing to send, which is said beside the button. A new
   * start is taken up as soon as nothing typed would be lost by it.
   */
  edits?: boolean;
  /** Asked with every change once somebody has tried to send; what it names is shown, and nothing is sent. */
  check?: (values: Values) => Problems;
  /** `seen` is the start that the fields were filled from, which may be older than the last. */
  send: (values: Values, seen: Values) => Promise<Answer>;
  /** The routes whose answers may be other ones now; they are asked anew, also after a refusal: somebody was faster. */
  changes?: readonly AnyRoute[];
  /** `onSent` shows another screen, as soon as the portal has answered. */
  leadsOn?: boolean;
  onSent?: (answer: Answer, values: Values) => unknown;
  /**
   * What a refusal says where there is more to say than `failureText` has: a sentence for the form, or its fields
   * with theirs. Undefined leaves it.
   */
  refusal?: (error: unknown) => string | Problems | undefined;
  /** Once it is sent, the fields are empty again; otherwise they keep what was sent. */
  empties?: boolean;
}

/** What `Form` of ui/ takes, and what its fields are given. */
export interface FormState<Values extends object> {
  values: Values;
  /** value, error and onChange of a field of Mantine, or of a light one. */
  field: <Name extends keyof Values & string>(
    name: Name,
  ) => { value: Values[Name]; error: string | undefined; onChange: (event: unknown) => void };
  problems: Problems;
  change: (part: Partial<Values>) => void;
  submit: (event: FormEvent<HTMLFormElement>) => void;
  /** How often it was not sent for what is wrong with its fields: each time the first of them takes the focus. */
  stops: number;
  isWorking: boolean;
  /** It says what is kept already, and cannot be sent. */
  isUnchanged: boolean;
  /** Whoever looks on as somebody else would be refused. */
  isRefused: boolean;
  /** Why it was not taken, in words. What was typed stays. */
  failure: string | null;
  /** The reason of the route that it was refused for; null where none was named. */
  reason: string | null;
}

const present = (problems: Problems = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).filter((each): each is [string, string] => Boolean(each[1])));

/** What the fields were filled from: the newest start of a form that edits, once nothing typed is lost by it. */
function useNewestStart<Values extends object>(
  fields: ReturnType<typeof useFields<Values>>,
  { start, edits }: Pick<FormOptions<Values, unknown>, 'start' | 'edits'>,
): Values {
  const [seen, setSeen] = useState(start);
  const isOutrun = edits === true && !fields.isDirty() && JSON.stringify(start) !== JSON.stringify(seen);
  const { setValues, resetDirty } = fields;
  useEffect(() => {
    if (!isOutrun) return;
    setSeen(start);
    setValues(start);
    resetDirty(start);
  }, [isOutrun, start, setValues, resetDirty]);
  return seen;
}

/**
 * A form that asks the portal for a change: it says what is wrong with the first try and leads there, keeps what is
 * typed through a refusal or a line that is lost, shows what the portal refused at the field that it names, takes no
 * second press while it works, and counts as unsaved from the first change to the answer (decision 0042).
 */
export function useForm<Values extends object, Answer>(
  options: FormOptions<Values, Answer>,
): FormState<Values> {
  const { t } = useTranslation('common');
  const isRefused = useLooksOn();
  const fields = useFields<Values>({ initialValues: options.start });
  const seen = useNewestStart(fields, options);
  const [tried, setTried] = useState(false);
  const [stops, setStops] = useState(0);
  const stop = (): void => setStops((times) => times + 1);
  const refresh = useRefresh(options.changes ?? []);
  const sending = useMutation({
    mutationFn: (values: Values) =>
      (options.leadsOn ? settledBehind : settled)(options.send(values, seen), refresh),
    onSuccess: (answer, sent) => {
      setTried(false);
      if (options.empties) fields.reset();
      else fields.resetDirty(sent);
      return options.onSent?.(answer, sent);
    },
    onError: (error) => {
      const refused = options.refusal?.(error);
      if (typeof refused !== 'object') return;
      fields.setErrors(present(refused));
      stop();
    },
  });
  const isDirty = fields.isDirty();
  useUnsaved(isDirty && !sending.isPending);
  const wrong = present(options.check?.(fields.values));
  const problems: Record<string, string> = {
    ...(tried ? wrong : {}),
    ...present(fields.errors as Problems),
  };
  // A form that leads on has said all it had to say: what it asks to be shown is asked no more, and it is not sent twice.
  const isWorking = sending.isPending || (options.leadsOn === true && sending.isSuccess);
  const isUnchanged = options.edits === true && !isDirty;
  const refusal = sending.error && (options.refusal?.(sending.error) ?? failureText(sending.error, t));

  return {
    values: fields.values,
    field: (name) => ({
      value: fields.values[name],
      error: problems[name],
      onChange: (fields.getInputProps(name as never) as { onChange: (event: unknown) => void }).onChange,
    }),
    problems,
    change: (part) => {
      for (const [name, value] of Object.entries(part)) fields.setFieldValue(name as never, value as never);
    },
    submit: (event) => {
      event.preventDefault();
      if (isWorking || isUnchanged || isRefused) return;
      setTried(true);
      if (Object.keys(wrong).length > 0) stop();
      else sending.mutate(fields.values);
    },
    stops,
    isWorking,
    isUnchanged,
    isRefused,
    failure: typeof refusal === 'string' ? refusal : null,
    reason: reasonOf(sending.error),
  };
}
