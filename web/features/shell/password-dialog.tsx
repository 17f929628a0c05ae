import { Button, Group, Modal, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { givePassword, passwordError } from '../../platform/own-password.ts';
import { PasskeyConfirmation } from './passkey-confirmation.tsx';

/** Asks for the own password once more, or a passkey; closing it leaves all as it was. */
export default function PasswordDialog({ onAnswer }: { onAnswer: (given: boolean) => void }) {
  const { t } = useTranslation(['common', 'confirm', 'auth']);
  const [password, setPassword] = useState('');
  const confirm = useMutation({
    mutationFn: () => givePassword(password),
    onSuccess: () => onAnswer(true),
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (password !== '') confirm.mutate();
  }
  return (
    <Modal
      opened
      onClose={() => onAnswer(false)}
      title={t('confirm:password.title')}
      size={440}
      closeButtonProps={{ 'aria-label': t('common:actions.close') }}
    >
      <PasskeyConfirmation onGiven={() => onAnswer(true)} />
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
          <Button variant="default" onClick={() => onAnswer(false)}>
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
