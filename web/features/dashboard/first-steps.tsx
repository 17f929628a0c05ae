import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { withTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { Page } from '../../ui/page.tsx';
import { LoadingState } from '../../ui/states.tsx';
import { useFirstSteps } from './first-steps.queries.ts';

/** Loaded by those who still need it, with its texts. */
const FirstStepsPage = lazyPart(() => withTexts(import('./first-steps.page.tsx'), 'terminals'));
const FirstStepsBelow = lazyPart(() => withTexts(import('./first-steps-below.tsx'), 'terminals'));

/** The first steps in place of a dashboard of nothing; the dashboard, once there was a payment. */
export function FirstStepsOr({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common');
  const { open } = useFirstSteps();
  if (open === null || open.tookPayment) return children;
  return (
    <Suspense
      fallback={
        <Page title={t('common:range.today')}>
          <LoadingState rows={16} />
        </Page>
      }
    >
      <FirstStepsPage steps={open} />
    </Suspense>
  );
}

/** What is left of them, below the figures: what stands does not move when it comes. */
export function FirstStepsLeft() {
  const { open } = useFirstSteps();
  return (
    open && (
      <Suspense>
        <FirstStepsBelow steps={open} />
      </Suspense>
    )
  );
}
