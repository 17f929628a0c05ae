import { Button, Group, Modal, Textarea } from '@mantine/core';
import { suspensionReasonMax } from '@mizan/contract/suspension.ts';
import type { TFunction } from 'i18next';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../platform/api.client.ts';
import { showToast } from '../../ui/toasts.tsx';
import { type SuspensionSubject, useSetStatus } from './members.queries.ts';
import classes from './merchants.module.css';

interface SuspensionDialogProps {
  merchantId: string;
  subject: SuspensionSubject;
  onClose: () => void;
}

/** Says what a suspension or its end does, and asks for the reason that the audit log keeps. */
export default function SuspensionDialog({ merchantId, subject, onClose }: SuspensionDialogProps) {
  const { t } = useTranslation(['merchants', 'common', 'errors']);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const change = useSetStatus(merchantId, subject);
  const { name, kind, active } = subject;
  const verb = active ? 'suspend' : 'reinstate';

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (reason.trim() === '') return;
    change.mutate(reason.trim(), {
      onSuccess: () => {
        showToast({ tone: 'success', title: t(`merchants:${verb}.done`, { name }) });
        onClose();
      },
    });
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`merchants:${verb}.title`, { name })}
      size={480}
      closeButtonProps={{ 'aria-label': t('common:actions.close') }}
    >
      <form className={classes['form']} onSubmit={submit} noValidate>
        <p className={classes['help']}>{t(`merchants:${verb}.${kind}`)}</p>
        <Textarea
          label={t('merchants:suspend.reason')}
          description={t('merchants:suspend.reasonHelp')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={tried && reason.trim() === '' && t('common:validation.required')}
          maxLength={suspensionReasonMax}
          minRows={2}
          autosize
          data-autofocus
        />
        {change.isError && (
          <p role="alert" className={classes['error']}>
            {refusalText(change.error, t)}
          </p>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:actions.cancel')}
          </Button>
          <Button
            type="submit"
            loading={change.isPending}
            color={active ? 'var(--mz-danger-solid)' : undefined}
          >
            {t(`merchants:${verb}.confirm`)}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** Why the portal refused: an owner too few, or somebody decided meanwhile. */
function refusalText(error: unknown, t: TFunction): string {
  if (!isApiError(error)) return t('common:toast.failed');
  if (error.code === 'conflict') {
    return t(error.details['reason'] === 'lastOwner' ? 'merchants:suspend.lastOwner' : 'errors:conflict');
  }
  return t(error.code === 'notFound' ? 'errors:notFound' : 'common:toast.failed');
}
