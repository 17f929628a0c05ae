import { Modal } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './popup.module.css';

const icons = { ok: IconCheck, danger: IconX, wait: IconAlertTriangle } as const;

export interface PopupProps {
  /** The kind of message, read out first: 'Transaction result'. */
  label: string;
  tone: keyof typeof icons;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  onClose: () => void;
}

/** A result that whoever waits for it must see: a check or a cross, one sentence, what it was about. */
export function Popup({ label, tone, title, children, actions, onClose }: PopupProps) {
  const { t } = useTranslation('common');
  const ToneIcon = icons[tone];
  return (
    <Modal
      opened
      onClose={onClose}
      size={440}
      // What follows the dialog takes the focus itself: a form must not lose it to what stood before.
      returnFocus={false}
      classNames={{ header: classes['head'] ?? '', body: classes['body'] ?? '' }}
      title={<span className="mz-visually-hidden">{label}</span>}
      closeButtonProps={{ 'aria-label': t('common:actions.close') }}
    >
      <div className={classes['result']}>
        <span className={classes['disc']} data-tone={tone} aria-hidden="true">
          <ToneIcon size={32} stroke={1.8} />
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
