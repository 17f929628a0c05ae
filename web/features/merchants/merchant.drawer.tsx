import { Button } from '@mantine/core';
import type { ApplicationDetail } from '@mizan/contract/merchants.ts';
import { applicationCan } from '@mizan/contract/onboarding.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { language } from '../../platform/language.ts';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { ApplicationFacts } from './application.facts.tsx';
import { ApplicationBadge, MerchantBadge } from './merchant.badges.tsx';
import classes from './merchants.module.css';
import type { DecisionKind } from './merchants.queries.ts';
import { useMerchant } from './merchants.queries.ts';

const DecisionDialog = lazy(() => import('./decision.dialog.tsx'));

/** One merchant with its application, its documents, and what may be decided now. */
export default function MerchantDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(['merchants', 'shell']);
  const [deciding, setDeciding] = useState<DecisionKind | null>(null);
  const query = useMerchant(id);
  const { merchant, application } = query.data ?? {};
  const name = merchant && (language === 'en' ? merchant.nameEn : merchant.nameAr);
  return (
    <DockedDrawer
      title={name ? <bdi>{name}</bdi> : t('shell:menu.merchants')}
      onClose={onClose}
      footer={application && <Decisions application={application} onDecide={setDeciding} />}
    >
      {query.isPending && <LoadingState rows={12} />}
      {query.isError && <ErrorState onRetry={() => void query.refetch()} />}
      {merchant && <MerchantBadge status={merchant.status} />}{' '}
      {application && <ApplicationBadge state={application.state} />}
      {merchant && !application && <p className={classes['note']}>{t('merchants:noApplication')}</p>}
      {application && <ApplicationFacts application={application} />}
      {application && deciding && (
        <Suspense>
          <DecisionDialog
            merchantId={id}
            application={application}
            kind={deciding}
            onClose={() => setDeciding(null)}
          />
        </Suspense>
      )}
    </DockedDrawer>
  );
}

interface DecisionsProps {
  application: ApplicationDetail;
  onDecide: (kind: DecisionKind) => void;
}

/** The decisions that the application's state allows; what stands in the way of an approval is said. */
function Decisions({ application, onDecide }: DecisionsProps) {
  const { t } = useTranslation('merchants');
  const { state, emailVerified } = application;
  if (!applicationCan.reject(state)) return null;
  return (
    <>
      {!emailVerified && <p className={classes['note']}>{t('merchants:emailNotVerified')}</p>}
      <div className={classes['actions']}>
        {applicationCan.approve(state) && (
          <Button disabled={!emailVerified} onClick={() => onDecide('approve')}>
            {t('merchants:approve')}
          </Button>
        )}
        {applicationCan.askCorrection(state) && (
          <Button variant="default" onClick={() => onDecide('correct')}>
            {t('merchants:askCorrection')}
          </Button>
        )}
        <Button variant="default" onClick={() => onDecide('reject')}>
          {t('merchants:reject')}
        </Button>
      </div>
    </>
  );
}
