import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../platform/failure.words.ts';
import { useUnsaved } from '../../platform/unsaved.ts';
import { showToast } from '../../ui/toasts.tsx';
import { WorkingButton } from '../../ui/working-button.tsx';
import classes from './account.module.css';
import { type Passkey, passkeyNameMax, useRenamePasskey } from './passkeys.queries.ts';

/** In the place of a passkey's row while it gets another name. */
export function PasskeyNameForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const { t } = useTranslation(['account', 'common']);
  const [name, setName] = useState(passkey.name);
  const rename = useRenamePasskey();
  useUnsaved(name !== passkey.name && !rename.isPending);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (name.trim() === '') return;
    rename.mutate(
      { id: passkey.id, name: name.trim() },
      {
        onSuccess: onDone,
        onError: (error) => showToast({ id: 'passkey', tone: 'error', title: failureText(error, t) }),
      },
    );
  }
  return (
    <form className={classes['nameForm']} onSubmit={submit} noValidate>
      <TextInput
        label={t('account:passkeys.name')}
        value={name}
        maxLength={passkeyNameMax}
        error={name.trim() === '' && t('common:validation.required')}
        onChange={(event) => setName(event.currentTarget.value)}
        autoFocus
      />
      <WorkingButton type="submit" working={rename.isPending}>
        {t('common:actions.save')}
      </WorkingButton>
      <Button variant="default" onClick={onDone}>
        {t('common:actions.cancel')}
      </Button>
    </form>
  );
}
