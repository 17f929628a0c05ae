import type { Health } from '@mizan/contract/platform.ts';
import { IconClock, IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../platform/formats.ts';
import { Identifier } from '../../ui/identifier.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import classes from './health.module.css';

const look = { size: 14, stroke: 2, 'aria-hidden': true } as const;
type Processes = Health['versions']['portal'][number];

/** What runs where: of the portal by the last word of each process, of terminals by those that are connected. */
export function Versions({ versions }: { versions: Health['versions'] }) {
  const { t } = useTranslation('platform');
  const newest = versions.portal.find(({ running }) => running > 0)?.version;
  return (
    <section aria-labelledby="platform-versions">
      <h2 id="platform-versions" className={classes['heading']}>
        {t('platform:versions.title')}
      </h2>
      <PlainTable label={t('platform:versions.title')}>
        <thead>
          <tr>
            <th scope="col">{t('platform:versions.what')}</th>
            <th scope="col">{t('platform:versions.version')}</th>
            <th scope="col">{t('platform:versions.where')}</th>
          </tr>
        </thead>
        <tbody>
          {versions.portal.map((each) => (
            <tr key={each.version}>
              <th scope="row">{t('platform:versions.portal')}</th>
              <td>
                <Identifier>{each.version}</Identifier>
              </td>
              <td className={classes['wraps']}>
                <Where processes={each} isOlder={each.running > 0 && each.version !== newest} />
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('platform:versions.schema')}</th>
            <td>
              <Identifier>{versions.schema}</Identifier>
            </td>
            <td>{t('platform:versions.all')}</td>
          </tr>
          {versions.terminals.map(({ version, count }) => (
            <tr key={version ?? ''}>
              <th scope="row">{t('platform:versions.terminal')}</th>
              <td>{version === null ? t('platform:versions.unsaid') : <Identifier>{version}</Identifier>}</td>
              <td className={classes['wraps']}>{t('platform:versions.connected', { count })}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </section>
  );
}

function Where({ processes, isOlder }: { processes: Processes; isOlder: boolean }) {
  const { t } = useTranslation('platform');
  const { running, silent, lastHeardAt } = processes;
  return (
    <span className={classes['stack']}>
      {running > 0 && t('platform:versions.running', { count: running })}
      {isOlder && (
        <ToneBadge tone="wait" icon={<IconClock {...look} />}>
          {t('platform:versions.older')}
        </ToneBadge>
      )}
      {silent > 0 && (
        <ToneBadge tone="offline" icon={<IconPlugConnectedX {...look} />}>
          {running > 0
            ? t('platform:versions.silent', { count: silent })
            : t('platform:versions.silentSince', { count: silent, time: formatMoment(lastHeardAt) })}
        </ToneBadge>
      )}
    </span>
  );
}
