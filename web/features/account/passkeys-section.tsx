import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../platform/api-client.ts';
import { failureText } from '../../platform/failure.words.ts';
import { formatDateTime, formatRelative } from '../../platform/formats.ts';
import { PasskeyNotGivenError, passkeysWork } from '../../platform/passkeys.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Section } from '../../ui/page.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { WorkingButton } from '../../ui/working-button.tsx';
import classes from './account.module.css';
import { type Passkey, passkeysMax, useAddPasskey, useRemovePasskey } from './passkeys.queries.ts';
import { PasskeyNameForm } from './passkeys-name-form.tsx';

/** The own passkeys: what each is called, when it came and was last used; add, rename, remove. */
export function PasskeysSection({ rows }: { rows: readonly Passkey[] }) {
  const { t } = useTranslation(['account', 'common']);
  const [renamed, setRenamed] = useState<string | null>(null);
  const [removed, setRemoved] = useState<Passkey | null>(null);
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
              <PasskeyRow
                passkey={passkey}
                onRename={() => setRenamed(passkey.id)}
                onRemove={() => setRemoved(passkey)}
              />
            )}
          </li>
        ))}
      </ul>
      <AddPasskey isFull={rows.length >= passkeysMax} />
      <RemovePasskey passkey={removed} onDone={() => setRemoved(null)} />
    </Section>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
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
            {' · '}
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
        <Button variant="default" onClick={onRemove} aria-label={t('account:passkeys.removeOne', { name })}>
          {t('account:passkeys.remove')}
        </Button>
      </span>
    </>
  );
}

function AddPasskey({ isFull }: { isFull: boolean }) {
  const { t } = useTranslation(['account', 'auth', 'common']);
  const add = useAddPasskey();
  if (!passkeysWork()) return <p className={classes['help']}>{t('account:passkeys.unsupported')}</p>;
  if (isFull) return <p className={classes['help']}>{t('account:passkeys.full', { count: passkeysMax })}</p>;
  return (
    <div className={classes['form']}>
      {add.isError && (
        <p role="alert" className={classes['error']}>
          {addError(add.error, t)}
        </p>
      )}
      <WorkingButton
        variant="default"
        working={add.isPending}
        onClick={() =>
          add.mutate(undefined, {
            onSuccess: () =>
              showToast({ id: 'passkey', tone: 'success', title: t('account:passkeys.added') }),
          })
        }
      >
        {t('auth:passkey.add')}
      </WorkingButton>
    </div>
  );
}

function addError(error: unknown, t: TFunction): string {
  if (error instanceof PasskeyNotGivenError) return t('account:passkeys.notMade');
  if (isApiError(error) && error.code === 'passkeyRefused') return t('account:passkeys.refused');
  return failureText(error, t);
}

/** Asks once: a passkey that is gone cannot be brought back. */
function RemovePasskey({ passkey, onDone }: { passkey: Passkey | null; onDone: () => void }) {
  const { t } = useTranslation(['account', 'common']);
  const remove = useRemovePasskey();
  return (
    <ConfirmDialog
      opened={passkey !== null}
      title={t('account:passkeys.removeTitle', { name: passkey?.name ?? '' })}
      confirmLabel={t('account:passkeys.remove')}
      danger
      working={remove.isPending}
      onClose={onDone}
      onConfirm={() =>
        passkey &&
        remove.mutate(passkey.id, {
          onError: (error) => showToast({ id: 'passkey', tone: 'error', title: failureText(error, t) }),
          onSettled: onDone,
        })
      }
    >
      {t('account:passkeys.removeHelp')}
    </ConfirmDialog>
  );
}
