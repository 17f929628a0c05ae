import { Notifications, notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './toasts.module.css';

/** Section 9 of the specification: 5000 ms by default, 3000 ms in the product's own helper. */
export const autoCloseMs = { default: 5000, product: 3000 } as const;

const maxToasts = 5;
const icons = {
  success: <IconCircleCheck size={18} stroke={1.6} color="var(--mz-ok)" />,
  error: <IconAlertTriangle size={18} stroke={1.6} color="var(--mz-danger)" />,
  info: <IconInfoCircle size={18} stroke={1.6} color="var(--mz-progress)" />,
} as const;

/** Where toasts appear: top right in both directions, as the specification says. */
export function ToastPlace() {
  return (
    <Notifications
      position="top-right"
      autoClose={autoCloseMs.default}
      limit={maxToasts}
      transitionDuration={120}
      containerWidth={380}
      className={classes['place'] ?? ''}
    />
  );
}

export interface Toast {
  tone: keyof typeof icons;
  title: string;
  help?: ReactNode;
  /** A toast with the id of one that still stands replaces it. */
  id?: string;
}

/** Says something in passing; what must be read belongs on the screen instead. */
export function showToast({ tone, title, help, id }: Toast): void {
  const toast = {
    title,
    message: help,
    icon: icons[tone],
    autoClose: autoCloseMs.product,
    withBorder: false,
    className: classes['toast'] ?? '',
    role: tone === 'error' ? 'alert' : 'status',
  };
  if (id === undefined) notifications.show(toast);
  else if (notifications.update({ ...toast, id }) === undefined) notifications.show({ ...toast, id });
}
