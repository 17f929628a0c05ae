import { Tooltip } from '@mantine/core';
import { IconBolt, IconLoader, IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionState } from '../../platform/live-channel.ts';
import { reconnect, useConnectionState } from '../../platform/live-hub.ts';
import { readSession } from '../../platform/session.store.ts';
import { endToast, showToast } from '../../ui/toasts.tsx';
import classes from './connection-indicator.module.css';

const words: Readonly<Record<ConnectionState, string>> = {
  connected: 'shell:connection.connected',
  connecting: 'shell:connection.connecting',
  notConnected: 'shell:connection.notConnectedShort',
};
const icons = {
  connected: IconBolt,
  connecting: IconLoader,
  notConnected: IconPlugConnectedX,
} as const;

/** Green when connected; red with the way back in its tooltip; a click reconnects (rules S2). */
export function ConnectionIndicator({ short }: { short: boolean }) {
  const { t } = useTranslation('shell');
  const state = useConnectionState();
  const before = useRef(state);
  const StateIcon = icons[state];

  useEffect(() => {
    const was = before.current;
    before.current = state;
    // Nothing connects again for a session that has ended: its page asks for the sign-in.
    if (was === 'connected' && state !== 'connected' && readSession() !== null) {
      showToast({ id: 'live', tone: 'error', title: t('shell:connection.lost') });
    } else if (was !== 'connected' && state === 'connected') endToast('live');
  }, [state, t]);

  const lost = state === 'notConnected';
  return (
    <Tooltip label={t('shell:connection.notConnected')} disabled={!lost} openDelay={0}>
      <button
        type="button"
        className={classes['indicator']}
        data-state={state}
        onClick={reconnect}
        aria-label={lost ? t('shell:connection.notConnected') : t(words[state])}
      >
        <StateIcon
          size={16}
          stroke={1.8}
          aria-hidden="true"
          {...(state === 'connected' ? { fill: 'currentColor' } : {})}
        />
        {!short && <span>{t(words[state])}</span>}
      </button>
    </Tooltip>
  );
}
