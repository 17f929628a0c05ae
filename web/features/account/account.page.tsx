import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/page.tsx';
import { AccountSections } from './account-sections.tsx';

/** An administrator's own account; the settings of the admin area are the platform's (rules S2). */
export function AccountPage() {
  const { t } = useTranslation('shell');
  return (
    <Page named title={t('shell:menu.user')}>
      <AccountSections />
    </Page>
  );
}
