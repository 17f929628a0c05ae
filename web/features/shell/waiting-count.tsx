import type { MenuScreen } from '@mizan/contract/screens.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import classes from './side-menu.module.css';
import { useWaiting } from './waiting.queries.ts';

/** How much waits behind an entry of the menu, and what it counts in words for whoever hears the menu; nothing where none does. */
export default function WaitingCount({ screen, wordsId }: { screen: MenuScreen; wordsId: string }) {
  const { t } = useTranslation('notifications');
  const waiting = useWaiting()[screen];
  if (!waiting) return null;
  return (
    <>
      <span className={classes['count']} aria-hidden="true">
        {formatNumber(waiting.count)}
      </span>
      <span id={wordsId} hidden>
        {waiting.parts.map(({ of, count }) => t(`notifications:${of}`, { count })).join('\n')}
      </span>
    </>
  );
}
