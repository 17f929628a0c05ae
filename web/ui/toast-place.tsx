import { Notifications, notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './toasts.module.css';
import { autoCloseMs, type Toast } from './toasts.tsx';

const maxToasts = 5;
const icons = {
  success: <IconCircleCheck size={18} stroke={1.6} color="var(--mz-ok)" />,
  error: <IconAlertTriangle size={18} stroke={1.6} color="var(--mz-danger)" />,
  info: <IconInfoCircle size={18} stroke={1.6} color="var(--mz-progress)" />,
} as const;
const standing = new Set<string>();

export function ToastPlaceInside() {
  return (
    <Notifications
      position="top-right"
      classNames={{ root: classes['place'] ?? '' }}
      autoClose={autoCloseMs.default}
      limit={maxToasts}
      transitionDuration={120}
      containerWidth={380}
    />
  );
}

/** Puts a toast up, or anew in the place of the one with its id. */
export function raiseToast({ tone, title, help, id }: Toast): void {
  const toast = {
    title,
    message: help,
    icon: icons[tone],
    autoClose: autoCloseMs.product,
    withBorder: false,
    className: classes['toast'] ?? '',
    role: tone === 'error' ? 'alert' : 'status',
    closeButtonProps: { children: <CloseName /> },
  };
  if (id === undefined) notifications.show(toast);
  else if (standing.has(id)) notifications.update({ ...toast, id });
  else {
    standing.add(id);
    notifications.show({ ...toast, id, onClose: () => standing.delete(id) });
  }
}

function CloseName() {
  const { t } = useTranslation('common');
  return <span className="mz-visually-hidden">{t('common:actions.close')}</span>;
}
