import { TextInput } from '@mantine/core';
import { listPasskeys, passkeyNameMax, renamePasskey } from '@mizan/contract/passkeys.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { Form } from '../../ui/form.tsx';
import type { Passkey } from './passkeys.queries.ts';

/** In the place of a passkey's row while it gets another name. */
export function PasskeyNameForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const { t } = useTranslation(['account', 'common']);
  const form = useForm({
    edits: true,
    start: { name: passkey.name },
    check: ({ name }) => ({ name: name.trim() === '' && t('common:validation.required') }),
    send: ({ name }) => call(renamePasskey, { params: { id: passkey.id }, body: { name: name.trim() } }),
    changes: [listPasskeys],
    onSent: onDone,
  });
  return (
    <Form form={form} submitLabel={t('common:actions.save')} onCancel={onDone} shape="row">
      <TextInput
        label={t('account:passkeys.name')}
        maxLength={passkeyNameMax}
        autoFocus
        {...form.field('name')}
      />
    </Form>
  );
}
