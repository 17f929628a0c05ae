import { paths } from '@mizan/contract/paths.ts';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../platform/lazy-part.ts';
import { useTitle } from '../../platform/title.ts';
import { DrawerPlace } from '../../ui/drawer-place.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { AddressesSection } from './addresses-section.tsx';
import { DeliveriesSection } from './deliveries-section.tsx';
import classes from './integrations.module.css';
import { useAddresses, useCredentials, useDeliveries, useKeys } from './integrations.queries.ts';
import { useIntegrationsSearch } from './integrations.search.ts';
import { KeysSection } from './keys-section.tsx';
import { SystemsSection } from './systems-section.tsx';

const Beside = lazyPart(() => import('./beside.tsx'));

/** What a merchant's own systems reach the portal by, and what the portal tells them. */
export function IntegrationsPage() {
  const { t } = useTranslation(['integrations', 'shell']);
  const address = useIntegrationsSearch();
  useTitle(t('integrations:title'), 'screen');
  const { open, addressId, fact, only } = address.state;
  const deliveries = useDeliveries({ fact, only, addressId });
  // They stand under each other: one that came before another would be moved by it.
  const parts = [useKeys(), useCredentials(), useAddresses()];
  const isPending = deliveries.isPending || parts.some((each) => each.isPending);
  // One error for all: a part that showed its own would ask again by that, and take the page back to its skeleton.
  const lost = parts.find(({ isLoadingError }) => isLoadingError);
  const failed = lost?.error ?? (deliveries.rows.length === 0 ? deliveries.error : null);
  const retry = (): void => {
    deliveries.retry();
    for (const part of parts) void part.refetch();
  };
  return (
    <Page
      title={t('integrations:title')}
      back={<Link to={paths.settings}>{t('shell:menu.settings')}</Link>}
      drawer={
        (open !== undefined || addressId !== undefined) && (
          <Suspense fallback={<DrawerPlace />}>
            <Beside address={address} />
          </Suspense>
        )
      }
    >
      {isPending && <LoadingState rows={14} />}
      {!isPending && Boolean(failed) && <ErrorState error={failed} onRetry={retry} />}
      {!isPending && !failed && (
        <div className={classes['sections']}>
          <KeysSection />
          <SystemsSection />
          <AddressesSection address={address} />
          <DeliveriesSection address={address} />
        </div>
      )}
    </Page>
  );
}
