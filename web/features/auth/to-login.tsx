import { paths } from '@mizan/contract/paths.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './auth-panel.module.css';

/** The way to the login screen. */
export function ToLogin() {
  const { t } = useTranslation('auth');
  return (
    <Link to={paths.login} className={classes['link']}>
      {t('auth:verify.goToLogin')}
    </Link>
  );
}
