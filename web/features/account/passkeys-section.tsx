import { Button } from '@mantine/core';
import { listPasskeys, passkeysMax, removePasskey } from '@mizan/contract/passkeys.ts';
import { IconFingerprint } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../platform/api-client.ts';
import { useCommand } from '../../platform/command.ts';
import { apart, formatDateTime, formatRelative } from '../../platform/formats.ts';
import { PasskeyNotGivenError, passkeysWork } from '../../platform/passkeys.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { Section } from '../../ui/page.tsx';
import classes from './account.module.css';
import { addOnePasskey, type Passkey } from './passkeys.queries.ts';
import { PasskeyNameForm } from './passkeys-name-form.tsx';

/** The own passkeys: what each is called, when it came and was last used; add, rename, remove. */
export function PasskeysSection({ rows }: { rows: readonly Passkey[] }) {
  const { t } = useTranslation(['account', 'common']);
  const [renamed, setRenamed] = useState<string | null>(null);
  const help = rows.length === 0 ? 'account:passkeys.empty' : 'account:passkeys.help';
  return (
    <Section title={t('account:passkeys.title')}>
      <p className={classes['help']}>{t(help)}</p>
      <ul className={classes['list']} aria-label={t('account:passkeys.title')}>
        {rows.map((passkey) => (
          <li key={passkey.id}>
            {renamed === passkey.id ? (
              <PasskeyNameForm passkey={passkey} onDone={() => setRenamed(null)} />
            ) : (
              <PasskeyRow passkey={passkey} onRename={() => setRenamed(passkey.id)} />
            )}
          </li>
        ))}
      </ul>
      <AddPasskey isFull={rows.length >= passkeysMax} />
    </Section>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  onRename: () => void;
}

function PasskeyRow({ passkey, onRename }: PasskeyRowProps) {
  const { t } = useTranslation('account');
  const { name, addedOn, lastUsedAt } = passkey;
  return (
    <>
      <span className={classes['browser']}>
        <IconFingerprint size={20} stroke={1.6} aria-hidden="true" />
        <span>
          <span className={classes['name']}>
            <bdi>{name}</bdi>
          </span>
          <span className={classes['help']}>
            {t('account:passkeys.addedOn')} {formatDateTime(addedOn)}
            {apart}
            {lastUsedAt === null
              ? t('account:passkeys.neverUsed')
              : `${t('account:sessions.lastSeen')} ${formatRelative(lastUsedAt)}`}
          </span>
        </span>
      </span>
      <span className={classes['actions']}>
        <Button variant="subtle" onClick={onRename} aria-label={t('account:passkeys.renameOne', { name })}>
          {t('account:passkeys.rename')}
        </Button>
        <RemovePasskey passkey={passkey} />
      </span>
    </>
  );
}

function AddPasskey({ isFull }: { isFull: boolean }) {
  const { t } = useTranslation(['account', 'auth', 'common']);
  const add = useCommand(addOnePasskey, {
    changes: [listPasskeys],
    done: () => t('account:passkeys.added'),
    refusal: (error) => addError(error, t),
  });
  if (!passkeysWork()) return <p className={classes['help']}>{t('account:passkeys.unsupported')}</p>;
  if (isFull) return <p className={classes['help']}>{t('account:passkeys.full', { count: passkeysMax })}</p>;
  return (
    <CommandButton command={add} args={undefined} variant="default">
      {t('auth:passkey.add')}
    </CommandButton>
  );
}

function addError(error: unknown, t: TFunction): string | undefined {
  if (error instanceof PasskeyNotGivenError) return t('account:passkeys.notMade');
  return isApiError(error) && error.code === 'passkeyRefused' ? t('account:passkeys.refused') : undefined;
}

/** Asks once: a passkey that is gone cannot be brought back. */
function RemovePasskey({ passkey: { id, name } }: { passkey: Passkey }) {
  const { t } = useTranslation('account');
  const remove = useCommand(removePasskey, { changes: [listPasskeys] });
  return (
    <CommandButton
      variant="default"
      command={remove}
      args={{ params: { id } }}
      name={t('account:passkeys.removeOne', { name })}
      question={{
        title: t('account:passkeys.removeTitle', { name }),
        help: t('account:passkeys.removeHelp'),
        confirmLabel: t('account:passkeys.remove'),
        danger: true,
      }}
    >
      {t('account:passkeys.remove')}
    </CommandButton>
  );
}
