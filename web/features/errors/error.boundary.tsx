import type { ErrorComponentProps } from '@tanstack/react-router';
import { isApiError } from '../../platform/api.client.ts';
import { ErrorPage, errorStatuses } from './error.page.tsx';

/** What trying again cannot mend. */
const settled: readonly number[] = [400, 403, 404];

/** The props of the page for what a screen threw: the answer's status, and 500 for everything unforeseen. */
function propsOf({ error, reset }: ErrorComponentProps) {
  const answer = isApiError(error) ? error : undefined;
  const status = errorStatuses.find((each) => each === answer?.status) ?? 500;
  return { status, requestId: answer?.requestId, onRetry: settled.includes(status) ? undefined : reset };
}

/** A failure that leaves nothing around it. */
export const FailedPage = (props: ErrorComponentProps) => <ErrorPage {...propsOf(props)} />;

/** A failure inside a shell. */
export const FailedScreen = (props: ErrorComponentProps) => <ErrorPage {...propsOf(props)} inside />;

/** 'Sorry, the page you visited does not exist.' */
export const NotFoundPage = () => <ErrorPage status={404} />;
