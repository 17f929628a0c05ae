import type { Problems } from '@mizan/contract/onboarding-check.ts';
import { valueAt, withValue } from '@mizan/contract/onboarding-fields.ts';
import { type FormEvent, useEffect, useState } from 'react';
import { useEasyPasswords } from './easy-passwords.ts';
import { type PathForm, withoutPath } from './form-context.ts';
import { sendDraft } from './onboarding.calls.ts';
import { type Draft, problemsIn, problemsOf, type Step, steps } from './onboarding-draft.ts';
import { useStepAddress } from './step-address.ts';

/** What a choice makes meaningless: a city of another region, a district of another city. */
const dependents: Readonly<Record<string, readonly string[]>> = {
  'business.region': ['business.city', 'business.district'],
  'business.city': ['business.district'],
};

function changed(draft: Draft, path: string, value: string): Draft {
  if (path === 'account.repeat') return { ...draft, repeat: value };
  let application = withValue(draft.application, path, value);
  for (const other of dependents[path] ?? []) application = withValue(application, other, '');
  return { ...draft, application };
}

/** Where the reader goes on when something is wrong: at the first field that is, else at the sentence that says so. */
function focusProblem(): void {
  const field = document.querySelector<HTMLElement>('[aria-invalid="true"]');
  (field ?? document.querySelector<HTMLElement>('main form [role="alert"]'))?.focus();
}

/** The way through the steps: a step is left forwards once it is right, and backwards at any time. */
export function useWizard(draft: Draft, setDraft: (change: (draft: Draft) => Draft) => void) {
  const [tried, setTried] = useState<ReadonlySet<Step>>(new Set());
  const [refused, setRefused] = useState<Problems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [working, setWorking] = useState(false);
  /** How often the form did not go on; each time the reader is led to what is wrong, once that is drawn. */
  const [stops, setStops] = useState(0);
  useEffect(() => {
    if (stops > 0) focusProblem();
  }, [stops]);
  const { step } = draft;
  const { heading, goTo: show } = useStepAddress(draft, setDraft);
  const easy = useEasyPasswords(draft);
  const problems = { ...problemsOf(draft), ...refused, ...easy.problems };
  const asked = steps.filter((each) => tried.has(each));
  const shown = {
    ...Object.fromEntries(asked.flatMap((each) => Object.entries(problemsIn(each, problems)))),
    ...easy.problems,
  };

  function goTo(next: Step): void {
    setFailure(null);
    show(next);
  }
  function change(path: string, value: string): void {
    setRefused((now) => withoutPath(now, path));
    setDraft((now) => changed(now, path, value));
  }
  async function send(): Promise<void> {
    const outcome = await sendDraft(draft);
    if (outcome.kind === 'done') setDraft((now) => ({ ...now, sentTo: outcome.answer.sentTo }));
    else if (outcome.kind === 'refused') setRefused(outcome.problems);
    else setFailure(outcome.key);
    if (outcome.kind !== 'done') setStops((times) => times + 1);
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    setFailure(null);
    setTried(step === 'review' ? new Set(steps) : new Set([...tried, step]));
    setWorking(true);
    void goOn().finally(() => setWorking(false));
  }
  async function goOn(): Promise<void> {
    const wrong = { ...problems, ...(await easy.settle()) };
    if (Object.keys(problemsIn(step, wrong)).length > 0) setStops((times) => times + 1);
    else if (step === 'review') await send();
    else goTo(steps[steps.indexOf(step) + 1] ?? 'review');
  }

  const valueOf = (path: string) =>
    path === 'account.repeat' ? draft.repeat : (valueAt(draft.application, path) ?? '');
  const form: PathForm = { valueOf, change, problems: shown };
  return { form, problems, failure, working, heading, goTo, submit };
}
