import { paths } from '@mizan/contract/paths.ts';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../platform/title.ts';
import { Page } from '../../ui/page.tsx';
import { EverythingSection } from './everything-section.tsx';
import classes from './ownership.module.css';

/** What the merchant owns here, and what becomes of it: for owners. */
export function OwnershipPage() {
  const { t } = useTranslation(['ownership', 'shell']);
  useTitle(t('ownership:title'), 'screen');
  return (
    <Page
      title={
        <span className={classes['title']}>
          <Link to={paths.settings} className={classes['back'] ?? ''}>
            <IconChevronLeft size={18} stroke={1.8} className="mz-mirror" aria-hidden="true" />
            {t('shell:menu.settings')}
          </Link>
          {t('ownership:title')}
        </span>
      }
    >
      <div className={classes['sections']}>
        <EverythingSection />
      </div>
    </Page>
  );
}
