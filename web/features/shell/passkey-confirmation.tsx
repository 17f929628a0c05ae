import { Button } from '@mantine/core';
import { mayCall } from '@mizan/contract/may.ts';
import { beginPasskeyConfirmation, confirmPasskey, listPasskeys } from '@mizan/contract/passkeys.ts';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { PasskeyNotGivenError, passkeysWork, signWithPasskey } from '../../platform/passkeys.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { useSession } from '../../platform/session.store.ts';
import { renewBy } from '../../platform/session-renewal.ts';

async function givePasskey(): Promise<void> {
  const credential = await signWithPasskey(await call(beginPasskeyConfirmation, {}));
  await renewBy(() => call(confirmPasskey, { body: { credential } }));
}

/** In place of the password, where this person has a passkey and this browser can ask for it. */
export function PasskeyConfirmation({ onGiven }: { onGiven: () => void }) {
  const { t } = useTranslation('confirm');
  const role = useSession()?.role ?? null;
  const mayHave = passkeysWork() && mayCall(listPasskeys, role);
  const passkeys = useQuery({ ...routeQuery(listPasskeys, {}), enabled: mayHave });
  const give = useMutation({ mutationFn: givePasskey, onSuccess: onGiven });
  if (!passkeys.data || passkeys.data.rows.length === 0) return null;
  const refusal = give.error instanceof PasskeyNotGivenError ? 'passkeyNotGiven' : 'passkeyFailed';
  return (
    <>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint size={18} stroke={1.6} aria-hidden="true" />}
        loading={give.isPending}
        onClick={() => give.mutate()}
      >
        {t('confirm:password.usePasskey')}
      </Button>
      {give.isError && <p role="alert">{t(`confirm:password.${refusal}`)}</p>}
    </>
  );
}
