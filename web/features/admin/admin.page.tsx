import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/page.tsx';

/** The index of the admin area (rules S2). Its screens come with their own release. */
export function AdminPage() {
  const { t } = useTranslation('admin');
  return <Page title={t('admin:title')}>{null}</Page>;
}
