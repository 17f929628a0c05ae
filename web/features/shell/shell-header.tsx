import { useTranslation } from 'react-i18next';
import { switchLanguage } from '../../platform/language.ts';
import { MizanMark } from '../../ui/mizan-mark.tsx';
import { ScreenHelp } from '../../ui/screen-help.tsx';
import { ConnectionIndicator } from './connection-indicator.tsx';
import { NotificationBell } from './notification-bell.tsx';
import { type Searched, SearchField } from './search-field.tsx';
import classes from './shell-header.module.css';
import { UserMenu } from './user-menu.tsx';

interface ShellHeaderProps {
  /** The screen's name, which stands in the header of a phone. */
  title: string;
  onPhone: boolean;
  search: Searched;
  onLogout: () => void;
}

export function ShellHeader({ title, onPhone, search, onLogout }: ShellHeaderProps) {
  const { t } = useTranslation('shell');
  return (
    <div className={classes['header']}>
      {onPhone ? (
        <span className={classes['title']}>
          <MizanMark size={26} />
          <span data-screen-name>{title}</span>
        </span>
      ) : (
        <SearchField of={search} onPhone={false} />
      )}
      <div className={classes['tools']}>
        {onPhone && <SearchField of={search} onPhone />}
        <ConnectionIndicator short={onPhone} />
        {!onPhone && (
          <button type="button" className={classes['language']} onClick={switchLanguage}>
            {t('shell:language.switch')}
          </button>
        )}
        {!onPhone && <ScreenHelp className={classes['help']} />}
        <NotificationBell />
        {!onPhone && <UserMenu onLogout={onLogout} />}
      </div>
    </div>
  );
}
