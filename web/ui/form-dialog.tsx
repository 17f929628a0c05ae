import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Form, type FormProps } from './form.tsx';

export interface FormDialogProps extends Omit<FormProps, 'onCancel' | 'shape'> {
  title: string;
  onClose: () => void;
}

/** A form over the screen: Escape, Cancel and the cross leave all as it was. Loads with its first opening (`lazyPart`). */
export function FormDialog({ title, onClose, ...form }: FormDialogProps) {
  const { t } = useTranslation('common');
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={480}
      closeButtonProps={{ 'aria-label': t('common:actions.close') }}
    >
      <Form {...form} onCancel={onClose} />
    </Modal>
  );
}
