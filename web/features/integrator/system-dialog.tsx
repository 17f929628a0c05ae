import { TextInput } from '@mantine/core';
import { listCredentials, makeCredential } from '@mizan/contract/integrator.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { refusalText } from './integrations.words.ts';
import { ShownOnce } from './shown-once.tsx';

const nameChars = 60;

/** Makes a name and a password for a system, and shows the password this once. */
export default function SystemDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['integrations', 'common']);
  const [made, setMade] = useState<{ username: string; password: string } | null>(null);
  const form = useForm({
    start: { name: '' },
    check: ({ name }) => ({ name: name.trim() === '' && t('common:validation.required') }),
    send: ({ name }) => call(makeCredential, { body: { name: name.trim() } }),
    changes: [listCredentials],
    onSent: setMade,
    refusal: (error) => refusalText(error, t),
  });
  if (made) {
    const { username, password } = made;
    return (
      <ShownOnce
        title={t('integrations:systems.made')}
        secrets={[
          [t('integrations:columns.username'), username],
          [t('common:fields.password'), password],
        ]}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      form={form}
      title={t('integrations:systems.add')}
      submitLabel={t('integrations:systems.make')}
      onClose={onClose}
    >
      <TextInput
        label={t('integrations:columns.name')}
        description={t('integrations:nameHelp')}
        maxLength={nameChars}
        data-autofocus
        {...form.field('name')}
      />
    </FormDialog>
  );
}
