import { Button, Group, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ConfirmDialogProps } from './confirm-dialog.tsx';

/** The dialog itself; Escape and Cancel leave all as it was. */
export default function ConfirmDialogInside(props: ConfirmDialogProps) {
  const { t } = useTranslation('common');
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      size={440}
      closeButtonProps={{ 'aria-label': t('common:actions.close') }}
    >
      {props.children}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={props.onClose}>
          {t(props.isIdle ? 'common:actions.close' : 'common:actions.cancel')}
        </Button>
        {!props.isIdle && (
          <Button
            color={props.danger ? 'var(--mz-danger-button)' : undefined}
            loading={props.working === true}
            onClick={props.onConfirm}
            data-autofocus
          >
            {props.confirmLabel}
          </Button>
        )}
      </Group>
    </Modal>
  );
}
