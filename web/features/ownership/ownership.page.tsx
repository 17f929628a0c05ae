import { paths } from '@mizan/contract/paths.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../platform/title.ts';
import { Page } from '../../ui/page.tsx';
import { ClosingSection } from './closing-section.tsx';
import { EverythingSection } from './everything-section.tsx';
import classes from './ownership.module.css';

/** What the merchant owns here, and what becomes of it: for owners. */
export function OwnershipPage() {
  const { t } = useTranslation(['ownership', 'shell']);
  useTitle(t('ownership:title'), 'screen');
  return (
    <Page title={t('ownership:title')} back={<Link to={paths.settings}>{t('shell:menu.settings')}</Link>}>
      <div className={classes['sections']}>
        <EverythingSection />
        <ClosingSection />
      </div>
    </Page>
  );
}
