import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { whenReachable } from '../../platform/line.ts';
import { readFailure } from '../../ui/failure.ts';
import { ErrorPage } from './error.page.tsx';

/** While a screen is loaded again the router still throws what went wrong before: each is answered once. */
const answered = new WeakSet<object>();

/** Loads the screen again: its code, its texts and what it asks first; by itself when the portal is back. */
function useRetry(error: unknown): () => void {
  const router = useRouter();
  const retry = (): void => void router.invalidate();
  const retryByItself = useEffectEvent(retry);
  useEffect(() => {
    if (!readFailure(error).isOffline) return undefined;
    let left = false;
    const waitAndRetry = async (): Promise<void> => {
      await whenReachable();
      if (left || answered.has(error as object)) return;
      answered.add(error as object);
      retryByItself();
    };
    void waitAndRetry();
    return () => {
      left = true;
    };
  }, [error]);
  return retry;
}

/** A failure that leaves nothing around it. */
export const FailedPage = (props: ErrorComponentProps) => (
  <ErrorPage error={props.error} onRetry={useRetry(props.error)} />
);

/** A failure inside a shell. */
export const FailedScreen = (props: ErrorComponentProps) => (
  <ErrorPage error={props.error} onRetry={useRetry(props.error)} inside />
);

const nothingThere = { status: 404 };
/** 'Sorry, the page you visited does not exist.' */
export const NotFoundPage = () => <ErrorPage error={nothingThere} />;
/** The same inside a shell. */
export const NotFoundScreen = () => <ErrorPage error={nothingThere} inside />;
