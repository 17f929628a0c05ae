import { paths } from '@mizan/contract/paths.ts';
import { setRefundLimit } from '@mizan/contract/refund-limit.ts';
import { screens } from '@mizan/contract/screens.ts';
import { setReconcileTime } from '@mizan/contract/terminal-reconciliation.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useIsTheirs, useMay } from '../../platform/use-may.ts';
import { Page } from '../../ui/page.tsx';
import classes from './account.module.css';
import { AccountSections } from './account-sections.tsx';

/** The merchant's settings: what is set of the business on screens of its own, and the own account (rules S2). */
export function SettingsPage() {
  const { t } = useTranslation('shell');
  return (
    <Page named title={t('shell:menu.settings')}>
      <BusinessPlaces />
      <AccountSections />
    </Page>
  );
}

/** The ways to what is set elsewhere, as far as one may: each with what is found there. */
function BusinessPlaces() {
  const { t } = useTranslation(['account', 'shell']);
  const places = [
    { name: 'business', may: useMay(screens.business), to: paths.business, title: t('shell:menu.business') },
    {
      name: 'reconcile',
      may: useIsTheirs(setReconcileTime),
      to: paths.reconciliation,
      title: t('account:places.reconcileTitle'),
    },
    {
      name: 'limits',
      may: useIsTheirs(setRefundLimit),
      to: paths.refunds,
      search: { set: 'limits' },
      title: t('account:places.limitsTitle'),
    },
    { name: 'reports', may: useMay(screens.reports), to: paths.reports, title: t('shell:menu.reports') },
    {
      name: 'integrations',
      may: useMay(screens.integrations),
      to: paths.integrations,
      title: t('shell:menu.integrations'),
    },
    {
      name: 'ownership',
      may: useMay(screens.ownership),
      to: paths.ownership,
      title: t('shell:menu.ownership'),
    },
    { name: 'audit', may: useMay(screens.audit), to: paths.audit, title: t('shell:menu.audit') },
  ] as const;
  // A branch manager has none of them.
  if (!places.some(({ may }) => may)) return null;
  return (
    <nav className={classes['places']} aria-label={t('account:places.label')}>
      {places.map(
        (place) =>
          place.may && (
            <Link
              key={place.name}
              to={place.to}
              {...('search' in place && { search: place.search as never })}
              className={classes['place'] ?? ''}
            >
              <strong>{place.title}</strong>
              <span>{t(`account:places.${place.name}`)}</span>
            </Link>
          ),
      )}
    </nav>
  );
}
