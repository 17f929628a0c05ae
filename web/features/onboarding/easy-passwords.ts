import type { Problems } from '@mizan/contract/onboarding-check.ts';
import { passwordStrength } from '@mizan/contract/password-strength.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { askWhetherEasy } from './onboarding.calls.ts';
import type { Draft } from './onboarding-draft.ts';

/** Somebody who types pauses for longer than this when the password is whole. */
const pauseMs = 400;

interface TypedPassword {
  path: string;
  password: string;
  /** What it must not be made of. */
  about: string[];
}

/** The passwords that meet every rule: only of them the portal has to be asked whether they are easy to guess. */
function strongPasswords({ application: { account, business, cashiers } }: Draft): TypedPassword[] {
  const about = [account.username, business.name, business.email];
  return [
    { path: 'account.password', password: account.password, about },
    ...cashiers.map(({ name, username, password }, index) => ({
      path: `cashiers.${index}.password`,
      password,
      about: [...about, name, username],
    })),
  ].filter(({ password }) => passwordStrength(password) === 'Strong');
}

const keyOf = ({ password, about }: TypedPassword): string => JSON.stringify([password, ...about]);

const problemsFrom = (draft: Draft, easy: ReadonlySet<string>): Problems =>
  Object.fromEntries(
    strongPasswords(draft)
      .filter((typed) => easy.has(keyOf(typed)))
      .map(({ path }) => [path, 'passwordEasy']),
  );

/**
 * Says at its field that a password is easy to guess, while it is typed: the list of such passwords is the portal's.
 * `settle` waits for what is not known yet, so that nobody walks on faster than the answer comes. Without an answer the
 * way goes on: the portal asks itself once more when the application is sent.
 */
export function useEasyPasswords(draft: Draft): { problems: Problems; settle: () => Promise<Problems> } {
  const [easy, setEasy] = useState<ReadonlySet<string>>(new Set());
  const answers = useRef(new Map<string, Promise<boolean>>());
  const settle = useCallback(async (): Promise<Problems> => {
    const typed = strongPasswords(draft);
    const found = await Promise.all(
      typed.map((each) => {
        const key = keyOf(each);
        const answer = answers.current.get(key) ?? askWhetherEasy(each.password, each.about);
        answers.current.set(key, answer);
        return answer.catch(() => {
          answers.current.delete(key);
          return false;
        });
      }),
    );
    const known = new Set(typed.filter((_, index) => found[index]).map(keyOf));
    setEasy(known);
    return problemsFrom(draft, known);
  }, [draft]);
  useEffect(() => {
    const timer = setTimeout(() => void settle(), pauseMs);
    return () => clearTimeout(timer);
  }, [settle]);
  return { problems: problemsFrom(draft, easy), settle };
}
