import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
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
/** Toasts that stand, by id, and for how many milliseconds each does. */
const standing = new Map<string, number>();
/** What Ctrl Z takes back: that of the newest toast which offers it and still stands. */
let offered: (() => void) | null = null;

/** Takes back once; nothing where nothing is offered. A field that is typed in keeps its own Ctrl Z. */
const takeBackOffered = (): void => offered?.();

export function ToastPlaceInside() {
  useHotkeys([['mod+Z', takeBackOffered, { preventDefault: false, usePhysicalKeys: true }]]);
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
export function raiseToast({ tone, title, help, id = crypto.randomUUID(), undo }: Toast): void {
  const takeBack = undo && onceOver(id, undo);
  const before = standing.get(id);
  const wholeMs = undo ? autoCloseMs.undo : autoCloseMs.product;
  // Another number begins the wait anew: by the same one a toast that takes a place would stand for the rest of the former one's time.
  const autoClose = before === wholeMs ? wholeMs + 1 : wholeMs;
  offered = takeBack ?? null;
  const toast = {
    title,
    message: takeBack ? <Undo toastId={id} onUndo={takeBack} /> : help,
    icon: icons[tone],
    autoClose,
    withBorder: false,
    className: classes['toast'] ?? '',
    role: tone === 'error' ? 'alert' : 'status',
    closeButtonProps: { children: <CloseName /> },
  };
  const onClose = () => {
    standing.delete(id);
    if (offered === takeBack) offered = null;
  };
  standing.set(id, autoClose);
  if (before === undefined) notifications.show({ ...toast, id, onClose });
  else notifications.update({ ...toast, id, onClose });
}

/** Takes down the one with this id, of which nothing is true any more. */
export const lowerToast = (id: string): void => void notifications.hide(id);

/** Pressed twice it takes back once, and the toast that offered it is gone. */
const onceOver = (id: string, undo: () => void) => (): void => {
  offered = null;
  notifications.hide(id);
  undo();
};

/** While the focus is on it, it stays: nobody has to be faster than a toast. */
function Undo({ toastId, onUndo }: { toastId: string; onUndo: () => void }) {
  const { t } = useTranslation('common');
  const standFor = (autoClose: number | false) => notifications.update({ id: toastId, autoClose } as never);
  return (
    <Button
      variant="light"
      size="compact-md"
      aria-keyshortcuts="Control+Z Meta+Z"
      onClick={onUndo}
      onFocus={() => standFor(false)}
      onBlur={() => standFor(autoCloseMs.undo)}
    >
      {t('common:undo.action')}
    </Button>
  );
}

function CloseName() {
  const { t } = useTranslation('common');
  return <span className="mz-visually-hidden">{t('common:actions.close')}</span>;
}
