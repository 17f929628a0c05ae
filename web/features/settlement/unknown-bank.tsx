import { paths } from '@mizan/contract/paths.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './settlement.module.css';

/** Terminals of which nobody said with which bank they are, and the way to where that is said. */
export function UnknownBankHelp() {
  const { t } = useTranslation('settlement');
  return (
    <>
      {t('settlement:unknownBank.help')}{' '}
      <Link to={paths.discounts} search={{ view: 'banks' } as never} className={classes['link']}>
        {t('settlement:unknownBank.assign')}
      </Link>
    </>
  );
}
