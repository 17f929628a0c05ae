import { type IntegratorCredential, listCredentials, revokeCredential } from '@mizan/contract/integrator.ts';
import type { TFunction } from 'i18next';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../platform/command.ts';
import { formatDate, formatRelative } from '../../platform/formats.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import classes from './integrations.module.css';
import { useCredentials } from './integrations.queries.ts';
import { Part } from './part.tsx';
import { type Columns, Records } from './records.tsx';
import { Stopped } from './stopped.tsx';

const SystemDialog = lazyPart(() => import('./system-dialog.tsx'));

const systemColumns = (t: TFunction): Columns<IntegratorCredential> => [
  {
    id: 'name',
    header: t('integrations:columns.name'),
    cell: ({ name, isStopped, madeByName }) => (
      <>
        <bdi>{name}</bdi>
        {isStopped && <Stopped madeByName={madeByName} />}
      </>
    ),
  },
  {
    id: 'username',
    header: t('integrations:columns.username'),
    cell: ({ username }) => <Identifier>{username}</Identifier>,
  },
  {
    id: 'made',
    header: t('integrations:columns.madeOn'),
    cell: ({ createdAt }) => formatDate(createdAt),
  },
  {
    id: 'used',
    header: t('integrations:columns.lastUsed'),
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('integrations:never') : formatRelative(lastUsedAt)),
  },
];

/** Names and passwords that systems sign in with, apart from those of people. */
export function SystemsSection() {
  const { t } = useTranslation('integrations');
  const [adding, setAdding] = useState(false);
  return (
    <Part
      title={t('integrations:systems.title')}
      help={t('integrations:systems.help')}
      addLabel={t('integrations:systems.add')}
      onAdd={() => setAdding(true)}
    >
      <Loaded of={useCredentials()} rows={2}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className={classes['none']}>{t('integrations:systems.none')}</p>
          ) : (
            <Records
              label={t('integrations:systems.title')}
              rows={rows}
              rowId={({ id }) => id}
              actionsLabel={t('integrations:columns.actions')}
              columns={systemColumns(t)}
              renderAction={(row) => <Revoke of={row} />}
            />
          )
        }
      </Loaded>
      {adding && (
        <Suspense fallback={null}>
          <SystemDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Part>
  );
}

function Revoke({ of: { id, name } }: { of: IntegratorCredential }) {
  const { t } = useTranslation('integrations');
  const revoke = useCommand(revokeCredential, {
    changes: [listCredentials],
    done: () => t('integrations:systems.revoked', { name }),
  });
  return (
    <CommandButton
      variant="subtle"
      size="compact-md"
      command={revoke}
      args={{ params: { id } }}
      name={t('integrations:revokeOne', { name })}
      question={{
        title: t('integrations:revokeOne', { name }),
        help: t('integrations:systems.revokeHelp'),
        confirmLabel: t('integrations:revoke'),
        danger: true,
      }}
    >
      {t('integrations:revoke')}
    </CommandButton>
  );
}
