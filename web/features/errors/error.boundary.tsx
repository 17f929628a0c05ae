import type { ErrorComponentProps } from '@tanstack/react-router';
import { isApiError } from '../../platform/api.client.ts';
import { ErrorPage, type ErrorStatus, errorStatuses } from './error.page.tsx';

/** The page for what a screen threw: by the answer's status, and 500 for everything unforeseen. */
export function ErrorBoundaryPage({ error, reset }: ErrorComponentProps) {
  const status: ErrorStatus | undefined = isApiError(error)
    ? errorStatuses.find((each) => each === error.status)
    : undefined;
  return (
    <ErrorPage
      status={status ?? 500}
      requestId={isApiError(error) ? error.requestId : undefined}
      onRetry={reset}
    />
  );
}

/** 'Sorry, the page you visited does not exist.' */
export const NotFoundPage = () => <ErrorPage status={404} />;
