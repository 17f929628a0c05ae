import { Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  /** What will happen, in one or two sentences. */
  children?: ReactNode;
  /** The verb of what happens: 'Refund 120.00'. */
  confirmLabel: string;
  danger?: boolean;
  working?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks once before something that cannot be taken back. Escape and Cancel leave all as it was. */
export function ConfirmDialog(props: ConfirmDialogProps) {
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
          {t('common:actions.cancel')}
        </Button>
        <Button
          color={props.danger ? 'var(--mz-danger-solid)' : undefined}
          loading={props.working === true}
          onClick={props.onConfirm}
          data-autofocus
        >
          {props.confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
