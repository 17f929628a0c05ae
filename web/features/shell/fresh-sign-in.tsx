import { Suspense, useEffect, useState } from 'react';
import { answerFreshSignIn } from '../../platform/fresh-sign-in.ts';
import { loadTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../platform/lazy-part.ts';

/** Asked for seldom: its code and its texts load with the first question. */
const PasswordDialog = lazyPart(() => import('./password-dialog.tsx'));

/** Takes the question for the password of whatever call needs it, and answers whether it was given. */
export function FreshSignIn() {
  const [answer, setAnswer] = useState<((given: boolean) => void) | null>(null);

  useEffect(
    () =>
      answerFreshSignIn(async () => {
        await loadTexts('auth', 'confirm');
        return new Promise<boolean>((resolve) => {
          setAnswer(() => (given: boolean) => {
            setAnswer(null);
            resolve(given);
          });
        });
      }),
    [],
  );
  if (!answer) return null;
  return (
    <Suspense>
      <PasswordDialog onAnswer={answer} />
    </Suspense>
  );
}
