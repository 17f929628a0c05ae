import { paths } from '@mizan/contract/paths.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type Draft, type Step, steps } from './onboarding-draft.ts';

const stepFrom = (value: unknown): Step | undefined => steps.find((step) => step === value);

/**
 * The step stands in the address, so that Back and Forward go from step to step and leave the form at its ends only.
 * A link leads no further than its draft has come. Whoever gets to another step goes on reading at its heading.
 */
export function useStepAddress(draft: Draft, setDraft: (change: (draft: Draft) => Draft) => void) {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const asked = stepFrom(search['step']);
  const { step } = draft;
  const heading = useRef<HTMLHeadingElement>(null);
  const drawn = useRef(step);
  const opened = useRef(false);

  useEffect(() => {
    const isFirst = !opened.current;
    opened.current = true;
    if (asked === step) return;
    const isAhead = isFirst && asked !== undefined && steps.indexOf(asked) > steps.indexOf(step);
    if (asked && !isAhead) setDraft((now) => ({ ...now, step: asked }));
    else void navigate({ to: paths.onboarding, search: { step } as never, replace: true });
  }, [asked, step, navigate, setDraft]);

  useEffect(() => {
    if (drawn.current === step) return;
    drawn.current = step;
    heading.current?.focus();
  }, [step]);

  const goTo = (next: Step): void => void navigate({ to: paths.onboarding, search: { step: next } as never });
  return { heading, goTo };
}
