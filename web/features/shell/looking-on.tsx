import { IconEye } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../platform/formats.ts';
import { stopLookingOn } from '../../platform/looking-on.ts';
import { WorkingButton } from '../../ui/working-button.tsx';
import classes from './looking-on.module.css';

/** So long before the portal ends it: the own session comes back before a refusal could. */
const earlierMs = 5_000;

/** Over every screen of whoever looks on as somebody else: as whom, until when, and the way back. */
export default function LookingOn({ person, until }: { person: string; until: string }) {
  const { t } = useTranslation('roles');
  const [isEnding, setEnding] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => void stopLookingOn(), Date.parse(until) - Date.now() - earlierMs);
    return () => clearTimeout(timer);
  }, [until]);
  return (
    <div className={classes['band']} role="status">
      <IconEye size={18} stroke={1.6} aria-hidden="true" />
      <span>{t('roles:lookingOn.says', { name: person, time: formatTime(until) })}</span>
      <WorkingButton
        size="compact-sm"
        variant="default"
        working={isEnding}
        onClick={() => {
          setEnding(true);
          void stopLookingOn();
        }}
      >
        {t('roles:lookingOn.end')}
      </WorkingButton>
    </div>
  );
}
