import { Button, Group, Modal, Textarea } from '@mantine/core';
import { suspensionReasonMax } from '@mizan/contract/suspension.ts';
import type { TFunction } from 'i18next';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../platform/api-client.ts';
import { failureText } from '../../platform/failure.words.ts';
import { showToast } from '../../ui/toasts.tsx';
import { WorkingButton } from '../../ui/working-button.tsx';
import { type MemberChange, useMemberChange } from './members.queries.ts';
import classes from './merchants.module.css';

interface MemberChangeDialogProps {
  merchantId: string;
  change: MemberChange;
  onClose: () => void;
}

/** Says what a suspension, its end or a logout does, and asks for the reason that the audit log keeps. */
export default function MemberChangeDialog({ merchantId, change, onClose }: MemberChangeDialogProps) {
  const { t } = useTranslation(['merchants', 'common', 'errors']);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const sent = useMemberChange(merchantId, change);
  const { name, kind, verb } = change;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (reason.trim() === '') return;
    sent.mutate(reason.trim(), {
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
        {sent.isError && (
          <p role="alert" className={classes['error']}>
            {refusalText(sent.error, t)}
          </p>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:actions.cancel')}
          </Button>
          <WorkingButton
            type="submit"
            working={sent.isPending}
            color={verb === 'suspend' ? 'var(--mz-danger-solid)' : undefined}
          >
            {t(`merchants:${verb}.confirm`)}
          </WorkingButton>
        </Group>
      </form>
    </Modal>
  );
}

/** Why the portal refused: an owner too few, or somebody decided meanwhile. */
function refusalText(error: unknown, t: TFunction): string {
  if (isApiError(error) && error.code === 'conflict') {
    return t(error.details['reason'] === 'lastOwner' ? 'merchants:suspend.lastOwner' : 'errors:conflict');
  }
  const isGone = isApiError(error) && error.code === 'notFound';
  return isGone ? t('errors:notFound') : failureText(error, t);
}
