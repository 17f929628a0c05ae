import { getBusiness } from '@mizan/contract/business.ts';
import { paths } from '@mizan/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../platform/query-client.ts';
import { useTitle } from '../../platform/title.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { ProfileSections } from './profile-sections.tsx';

/** The business by its own word: how it is called and reached, and what its receipts say. */
export function BusinessPage() {
  const { t } = useTranslation(['business', 'shell']);
  useTitle(t('business:title'), 'screen');
  const query = useQuery(routeQuery(getBusiness, {}));
  return (
    <Page title={t('business:title')} back={<Link to={paths.settings}>{t('shell:menu.settings')}</Link>}>
      <Loaded of={query} rows={14}>
        {(profile) => <ProfileSections profile={profile} />}
      </Loaded>
    </Page>
  );
}
