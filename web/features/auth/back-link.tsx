import { IconChevronLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './auth-panel.module.css';

/** Back to the panel before; its arrow points the way one came, in both directions. */
export function BackLink({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation('common');
  return (
    <button type="button" className={`${classes['link']} ${classes['back']}`} onClick={onBack}>
      <IconChevronLeft size={18} stroke={1.6} className="mz-mirror" aria-hidden="true" />
      {t('common:actions.back')}
    </button>
  );
}
