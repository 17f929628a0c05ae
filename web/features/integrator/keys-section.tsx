import { type IntegratorKey, listKeys, revokeKey } from '@mizan/contract/integrator-keys.ts';
import { IconClock } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../platform/command.ts';
import { formatDate, formatRelative } from '../../platform/formats.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { TestBadge } from '../../ui/test-badge.tsx';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import classes from './integrations.module.css';
import { useKeys } from './integrations.queries.ts';
import { scopeText } from './integrations.words.ts';
import { Part } from './part.tsx';
import { type Columns, Records } from './records.tsx';
import { Stopped } from './stopped.tsx';

const KeyDialog = lazyPart(() => import('./key-dialog.tsx'));
/** From so long before its end on a key asks for another one. */
const soonMs = 14 * 86_400_000;

/** Keys of the merchant's systems: what each may, when it was last used, and until when it counts. */
export function KeysSection() {
  const { t } = useTranslation('integrations');
  const [adding, setAdding] = useState(false);
  return (
    <Part
      title={t('integrations:keys.title')}
      help={t('integrations:keys.help')}
      addLabel={t('integrations:keys.add')}
      onAdd={() => setAdding(true)}
    >
      <Loaded of={useKeys()} rows={3}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className={classes['none']}>{t('integrations:keys.none')}</p>
          ) : (
            <KeyRecords rows={rows} />
          )
        }
      </Loaded>
      {adding && (
        <Suspense fallback={null}>
          <KeyDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Part>
  );
}

const keyColumns = (t: TFunction): Columns<IntegratorKey> => [
  {
    id: 'name',
    header: t('integrations:columns.name'),
    cell: ({ name, isTest, isStopped, madeByName }) => (
      <>
        <bdi>{name}</bdi> {isTest && <TestBadge />}
        {isStopped && <Stopped madeByName={madeByName} />}
      </>
    ),
  },
  {
    id: 'key',
    header: t('integrations:columns.key'),
    cell: ({ beginning }) => <Identifier>{`${beginning}…`}</Identifier>,
  },
  {
    id: 'may',
    header: t('integrations:columns.may'),
    cell: ({ scopes }) => scopes.map((each) => scopeText(each, t)).join(t('integrations:comma')),
  },
  {
    id: 'used',
    header: t('integrations:columns.lastUsed'),
    cell: ({ lastUsedAt }) => usedText(lastUsedAt) ?? t('integrations:never'),
  },
  { id: 'ends', header: t('integrations:columns.ends'), cell: (key) => <Ends of={key} /> },
];

function KeyRecords({ rows }: { rows: readonly IntegratorKey[] }) {
  const { t } = useTranslation('integrations');
  return (
    <Records
      label={t('integrations:keys.title')}
      rows={rows}
      rowId={({ id }) => id}
      actionsLabel={t('integrations:columns.actions')}
      columns={keyColumns(t)}
      renderAction={(key) => <Revoke of={key} />}
    />
  );
}

const usedText = (lastUsedAt: string | null): string | null =>
  lastUsedAt === null ? null : formatRelative(lastUsedAt);

/** The last day that it counts on; of one that ends soon, in how long. */
function Ends({ of: { expiresAt } }: { of: IntegratorKey }) {
  const { t } = useTranslation('integrations');
  const leftMs = Date.parse(expiresAt) - Date.now();
  if (leftMs > soonMs) return formatDate(Date.parse(expiresAt) - 1);
  return (
    <ToneBadge
      tone={leftMs <= 0 ? 'danger' : 'wait'}
      icon={<IconClock size={14} stroke={1.6} aria-hidden="true" />}
      title={formatDate(Date.parse(expiresAt) - 1)}
    >
      {leftMs <= 0 ? t('integrations:keys.ended') : formatRelative(expiresAt)}
    </ToneBadge>
  );
}

function Revoke({ of: { id, name } }: { of: IntegratorKey }) {
  const { t } = useTranslation('integrations');
  const revoke = useCommand(revokeKey, {
    changes: [listKeys],
    done: () => t('integrations:keys.revoked', { name }),
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
        help: t('integrations:keys.revokeHelp'),
        confirmLabel: t('integrations:revoke'),
        danger: true,
      }}
    >
      {t('integrations:revoke')}
    </CommandButton>
  );
}
