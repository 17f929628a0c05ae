import { IconLanguage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { switchLanguage } from '../platform/language.ts';
import { MizanMark } from './mizan-mark.tsx';
import classes from './public-header.module.css';
import { ScreenHelp } from './screen-help.tsx';

export interface PublicHeaderProps {
  /** With margins and a line of its own, above a whole page. */
  ruled?: boolean;
  /** The page uses terms that it explains. */
  hasHelp?: boolean;
  /** Links before the language switch. */
  children?: ReactNode;
}

/** The head of what is open to everybody: the product's name and the language switch. */
export function PublicHeader({ ruled = false, hasHelp = false, children }: PublicHeaderProps) {
  const { t } = useTranslation(['common', 'shell']);
  return (
    <header className={classes['header']} data-ruled={ruled || undefined}>
      <span className={classes['name']}>
        <MizanMark size={28} />
        {t('common:appName')}
      </span>
      {children}
      {hasHelp && <ScreenHelp className={classes['link']} />}
      <button type="button" className={classes['link']} onClick={switchLanguage}>
        <IconLanguage size={18} stroke={1.6} aria-hidden="true" />
        {t('shell:language.switch')}
      </button>
    </header>
  );
}
