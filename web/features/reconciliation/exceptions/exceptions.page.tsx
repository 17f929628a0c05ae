import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../platform/lazy-part.ts';
import { useTitle } from '../../../platform/title.ts';
import { Page } from '../../../ui/page.tsx';
import { LoadingState } from '../../../ui/states.tsx';
import { useExceptionsSearch } from './exceptions.search.ts';
import { ExceptionsList } from './exceptions-list.tsx';

const ExceptionView = lazyPart(async () => ({
  default: (await import('./exception-view.tsx')).ExceptionView,
}));

const ExceptionRules = lazyPart(() => import('./exception-rules.tsx'));

/** Exceptions of all bank files: the list, the rules for it, or the one that the address names with the list below it. */
export function ExceptionsPage() {
  const { state } = useExceptionsSearch();
  const { t } = useTranslation('exceptions');
  useTitle(t('exceptions:title'), 'screen');
  if (state.open === undefined && state.rules === undefined) return <ExceptionsList />;
  return (
    <Suspense
      fallback={
        <Page title={t('exceptions:title')}>
          <LoadingState rows={10} />
        </Page>
      }
    >
      {state.open === undefined ? <ExceptionRules /> : <ExceptionView id={state.open} />}
    </Suspense>
  );
}
