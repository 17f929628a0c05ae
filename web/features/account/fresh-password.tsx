import { Button, Group, Modal, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../platform/api.client.ts';
import { formatTime } from '../../platform/formats.ts';
import { givePassword } from './account.queries.ts';

interface Waiting {
  again: () => void;
}

/**
 * What needs a fresh sign-in asks for the password and then does what was asked: `ask(work)` runs it, and where
 * the portal wants the password first, opens the dialog and runs it once more.
 */
export function useFreshPassword(): { ask: <T>(work: () => Promise<T>) => Promise<T>; dialog: ReactNode } {
  const [waiting, setWaiting] = useState<Waiting | null>(null);

  async function ask<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isApiError(error) || error.code !== 'freshSignInNeeded') throw error;
      return new Promise<T>((resolve, reject) => {
        setWaiting({ again: () => void work().then(resolve, reject) });
      });
    }
  }
  const dialog = waiting && (
    <PasswordDialog
      onClose={() => setWaiting(null)}
      onConfirmed={() => {
        setWaiting(null);
        waiting.again();
      }}
    />
  );
  return { ask, dialog };
}

function PasswordDialog({ onClose, onConfirmed }: { onClose: () => void; onConfirmed: () => void }) {
  const { t } = useTranslation(['common', 'confirm', 'auth']);
  const [password, setPassword] = useState('');
  const confirm = useMutation({ mutationFn: () => givePassword(password), onSuccess: onConfirmed });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (password !== '') confirm.mutate();
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('confirm:password.title')}
      size={440}
      closeButtonProps={{ 'aria-label': t('common:actions.close') }}
    >
      <form onSubmit={submit}>
        <PasswordInput
          label={t('common:fields.password')}
          description={t('confirm:password.help')}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={confirm.isError && passwordError(confirm.error, t)}
          visibilityToggleButtonProps={{ 'aria-label': t('auth:login.showPassword') }}
          data-autofocus
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" loading={confirm.isPending}>
            {t('common:actions.confirm')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** Why a password was not taken, in the words of the login screen. */
export function passwordError(error: unknown, t: TFunction): string {
  if (!isApiError(error)) return t('common:toast.failed');
  if (error.code === 'incorrectCredentials') return t('account:password.wrong');
  const retryAt = error.details['retryAt'];
  if (error.code === 'rateLimited' && typeof retryAt === 'string') {
    return t('auth:login.tooMany', { time: formatTime(retryAt) });
  }
  return error.code === 'network' ? t('auth:login.unreachable') : t('common:toast.failed');
}
