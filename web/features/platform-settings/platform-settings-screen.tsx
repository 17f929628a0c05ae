import { getPlatformSettings } from '@mizan/contract/platform-settings.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../platform/lazy-part.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { LoadingState } from '../../ui/states.tsx';
import { FeaturesSection } from './features-section.tsx';
import { AloneLimitsSection, HealthLimitsSection } from './limits-section.tsx';
import { MaintenanceSection } from './maintenance-section.tsx';
import classes from './platform-settings.module.css';
import { ProposalsSection } from './proposals-section.tsx';
import { VatSection } from './vat-section.tsx';

/** What is read more than changed comes after the rest. */
const MailsSection = lazyPart(() => import('./mails-section.tsx'));
const RetentionSection = lazyPart(() => import('./retention-section.tsx'));

interface PlatformSettingsScreenProps {
  /** Who changed what: the matter of another feature. */
  changes: ReactNode;
}

/** What administrators set for the whole portal: each part is saved by itself. */
export function PlatformSettingsScreen({ changes }: PlatformSettingsScreenProps) {
  const { t } = useTranslation('shell');
  const query = useQuery(routeQuery(getPlatformSettings, {}, { live: ['SET'] }));
  return (
    <Page named title={t('shell:menu.settings')}>
      <div className={classes['columns']}>
        <div className={classes['main']}>
          <Loaded of={query} rows={12}>
            {(settings) => (
              <>
                <MaintenanceSection notice={settings.maintenance} />
                <FeaturesSection switchedOff={settings.switchedOff} />
                <Suspense fallback={<LoadingState rows={12} />}>
                  <MailsSection ending={settings.mailEnding} />
                </Suspense>
                <VatSection />
                <ProposalsSection proposals={settings.rateProposals} />
                <AloneLimitsSection limits={settings.aloneLimits} />
                <HealthLimitsSection limits={settings.healthLimits} />
                <Suspense fallback={<LoadingState rows={8} />}>
                  <RetentionSection />
                </Suspense>
              </>
            )}
          </Loaded>
        </div>
        <div className={classes['side']}>{changes}</div>
      </div>
    </Page>
  );
}
