import {
  listPushDevices,
  type PushDevice,
  removePushDevice,
  removePushDevices,
} from '@mizan/contract/push-devices.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useCommand } from '../../platform/command.ts';
import { apart, formatDateTime } from '../../platform/formats.ts';
import { canBePushed, ownDeviceHash, PushRefusedError, pushHere } from '../../platform/service-worker.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import classes from './account.module.css';
import { BrowsersList } from './browsers-list.tsx';

const remove = (id: string | null) =>
  id === null ? call(removePushDevices, {}) : call(removePushDevice, { params: { id } });

/** The devices that notifications are sent to, and this one among them. */
export function PushDevicesSection({ publicKey, rows }: { publicKey: string; rows: readonly PushDevice[] }) {
  const { t } = useTranslation('account');
  const { data: ownHash } = useQuery({
    queryKey: ['own push device', rows.length],
    queryFn: ownDeviceHash,
    networkMode: 'always',
  });
  const isHere = rows.some(({ endpointHash }) => endpointHash === ownHash);
  const add = useCommand(() => pushHere(publicKey), {
    changes: [listPushDevices],
    done: () => t('account:devices.added'),
    refusal: (error) => (error instanceof PushRefusedError ? t('account:devices.refused') : undefined),
  });
  return (
    <>
      <BrowsersList
        title={t('account:devices.title')}
        help={t('account:devices.help')}
        empty={t('account:devices.empty')}
        endLabel={t('account:devices.remove')}
        endAllLabel={t('account:devices.removeAll')}
        onEnd={remove}
        changes={[listPushDevices]}
        rows={rows.map(({ addedOn, endpointHash, ...row }) => ({
          ...row,
          when: [
            ...(endpointHash === ownHash ? [t('account:devices.isHere')] : []),
            `${t('account:devices.addedOn')} ${formatDateTime(addedOn)}`,
          ].join(apart),
        }))}
      >
        {canBePushed() && !isHere && (
          <CommandButton command={add} args={undefined} variant="default">
            {t('account:devices.here')}
          </CommandButton>
        )}
        {!canBePushed() && <p className={classes['help']}>{t('account:devices.unsupported')}</p>}
      </BrowsersList>
    </>
  );
}
