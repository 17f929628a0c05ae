import type { Problems } from '@mizan/contract/onboarding-check.ts';
import { createContext, useContext } from 'react';

/** A form whose fields are known by their path: the wizard's, or that of a correction. */
export interface PathForm {
  valueOf: (path: string) => string;
  change: (path: string, value: string) => void;
  /** Text keys of what is shown as wrong. */
  problems: Problems;
}

/** The problems that remain once a field was changed. */
export const withoutPath = (problems: Problems, path: string): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([each]) => each !== path));

const FormContext = createContext<PathForm | null>(null);
export const FormProvider = FormContext.Provider;

export function useForm(): PathForm {
  const form = useContext(FormContext);
  if (!form) throw new Error('a field stands outside of its form');
  return form;
}
