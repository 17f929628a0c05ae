import { Modal } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './popup.module.css';

export interface PopupProps {
  opened: boolean;
  /** The kind of message, read out first: 'Transaction result'. */
  label: string;
  good: boolean;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  onClose: () => void;
}

/** A result that everybody in the room must see: a check or a cross, one sentence, what it was about. */
export function Popup({ opened, label, good, title, children, actions, onClose }: PopupProps) {
  const { t } = useTranslation('common');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={440}
      classNames={{ header: classes['head'] ?? '', body: classes['body'] ?? '' }}
      title={<span className="mz-visually-hidden">{label}</span>}
      closeButtonProps={{ 'aria-label': t('common:actions.close') }}
    >
      <div className={classes['result']} data-good={good || undefined}>
        <span className={classes['disc']} aria-hidden="true">
          {good ? <IconCheck size={32} stroke={1.8} /> : <IconX size={32} stroke={1.8} />}
        </span>
        <p className={classes['title']} role="status">
          {title}
        </p>
        <div className={classes['about']}>{children}</div>
        {actions && <div className={classes['actions']}>{actions}</div>}
      </div>
    </Modal>
  );
}
