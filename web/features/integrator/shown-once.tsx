import { Button, CopyButton, Modal } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './integrations.module.css';

export interface ShownOnceProps {
  title: string;
  /** What each is called, and what it is: 'Password', 'k7…'. */
  secrets: readonly (readonly [label: string, secret: string])[];
  onClose: () => void;
}

/** What is shown this once and never again: it closes by its own button alone, not by Escape, a cross or a press beside it. */
export function ShownOnce({ title, secrets, onClose }: ShownOnceProps) {
  const { t } = useTranslation(['integrations', 'common']);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={560}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <div className={classes['once']}>
        <p>{t('integrations:once')}</p>
        {secrets.map(([label, secret], index) => (
          <div key={label} className={classes['secret']}>
            <span>{label}</span>
            <code dir="ltr">{secret}</code>
            <CopyButton value={secret}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  size="compact-md"
                  aria-label={t('integrations:copyOf', { name: label })}
                  leftSection={<IconCopy size={16} stroke={1.6} aria-hidden="true" />}
                  onClick={copy}
                  // The Enter that confirmed a password may still be on its way: it must not close what is shown once.
                  {...(index === 0 && { 'data-autofocus': true })}
                >
                  {t(copied ? 'common:toast.copied' : 'integrations:copy')}
                </Button>
              )}
            </CopyButton>
          </div>
        ))}
        <Button onClick={onClose}>{t('integrations:kept')}</Button>
      </div>
    </Modal>
  );
}
