import { paths } from '@mizan/contract/paths.ts';
import { screens } from '@mizan/contract/screens.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../platform/use-may.ts';
import { Page } from '../../ui/page.tsx';
import classes from './account.module.css';
import { AccountSections } from './account-sections.tsx';

/** The merchant's settings: the own account, and the way to the audit log (rules S2). */
export function SettingsPage() {
  const { t } = useTranslation('shell');
  const mayManage = useMay(screens.business);
  const ownsIt = useMay(screens.ownership);
  const mayIntegrate = useMay(screens.integrations);
  return (
    <Page
      named
      title={t('shell:menu.settings')}
      actions={
        <>
          {mayManage && (
            <Link to={paths.business} className={classes['place'] ?? ''}>
              {t('shell:menu.business')}
            </Link>
          )}
          {mayManage && (
            <Link to={paths.reports} className={classes['place'] ?? ''}>
              {t('shell:menu.reports')}
            </Link>
          )}
          {ownsIt && (
            <Link to={paths.ownership} className={classes['place'] ?? ''}>
              {t('shell:menu.ownership')}
            </Link>
          )}
          {mayIntegrate && (
            <Link to={paths.integrations} className={classes['place'] ?? ''}>
              {t('shell:menu.integrations')}
            </Link>
          )}
          <Link to={paths.audit} className={classes['place'] ?? ''}>
            {t('shell:menu.audit')}
          </Link>
        </>
      }
    >
      <AccountSections />
    </Page>
  );
}
