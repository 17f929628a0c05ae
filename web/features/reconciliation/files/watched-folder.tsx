import { getWatchedFolder, setWatchedFolder, type WatchedFolder } from '@mizan/contract/watched-folder.ts';
import { IconFolderSymlink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../platform/command.ts';
import { formatNumber } from '../../../platform/formats.ts';
import { routeQuery } from '../../../platform/query-client.ts';
import { CommandButton } from '../../../ui/command-button.tsx';
import classes from './files.module.css';

const folderQuery = routeQuery(getWatchedFolder, {}, { live: ['FIL'] });

/** The folder that files of banks are dropped into, where the portal has one: on or off, and what lies in it. */
export default function WatchedFolderPanel() {
  const { t } = useTranslation(['reconciliation', 'common']);
  const { data } = useQuery(folderQuery);
  const isOn = data?.isOn ?? false;
  const set = useCommand(setWatchedFolder, {
    changes: [getWatchedFolder],
    done: () => t(isOn ? 'reconciliation:folder.nowOff' : 'reconciliation:folder.nowOn'),
  });
  if (!data || (data.state === 'NO_ROOT' && !isOn)) return null;
  return (
    <section className={classes['folder']} aria-label={t('reconciliation:folder.title')}>
      <p className={classes['folderHead']}>
        <IconFolderSymlink size={18} stroke={1.6} aria-hidden="true" />
        <strong>{t('reconciliation:folder.title')}</strong>
        <bdi dir="ltr">{data.folder}</bdi>
        <span>{t(isOn ? 'reconciliation:folder.on' : 'reconciliation:folder.off')}</span>
        <CommandButton command={set} args={{ body: { isOn: !isOn } }} variant="subtle" size="compact-sm">
          {t(isOn ? 'reconciliation:folder.turnOff' : 'reconciliation:folder.turnOn')}
        </CommandButton>
      </p>
      <p className={classes['quiet']}>
        {t(isOn ? 'reconciliation:folder.helpOn' : 'reconciliation:folder.helpOff')}
      </p>
      <Lying folder={data} />
    </section>
  );
}

function Lying({ folder: { state, waiting, refused } }: { folder: WatchedFolder }) {
  const { t } = useTranslation('reconciliation');
  if (state !== 'THERE')
    return (
      <p role="alert" className={classes['folderProblem']}>
        {t(`reconciliation:folder.state.${state}`)}
      </p>
    );
  return (
    <>
      {waiting.count > 0 && (
        <>
          <p>
            {t('reconciliation:folder.waiting', {
              count: waiting.count,
              number: formatNumber(waiting.count),
            })}
          </p>
          <ul aria-label={t('reconciliation:folder.waitingList')}>
            {waiting.files.map(({ name }) => (
              <li key={name}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      {refused.count > 0 && (
        <>
          <p>
            {t('reconciliation:folder.refused', {
              count: refused.count,
              number: formatNumber(refused.count),
            })}
          </p>
          <ul aria-label={t('reconciliation:folder.refusedList')}>
            {refused.files.map(({ name, reason }, at) => (
              <li key={`${at} ${name}`}>
                <bdi>{name}</bdi>: {t(`reconciliation:folder.reason.${reason}`)}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
