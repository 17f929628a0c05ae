import { ActionIcon, FocusTrap } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './docked-drawer.module.css';

export interface DockedDrawerProps {
  title: ReactNode;
  onClose: () => void;
  /** Beside the close button: previous, next, link. */
  actions?: ReactNode;
  /** Stands at the foot while the content scrolls. */
  footer?: ReactNode;
  children: ReactNode;
}

/** Below this width there is no room beside the list: the drawer covers it. */
export const narrowScreen = '(max-width: 64em)';

/**
 * A detail that docks at the end side and does not dim the list. On a narrow screen it covers the list as a
 * dialog: focus stays inside, Escape closes, and focus returns to where it was.
 */
export function DockedDrawer({ title, onClose, actions, footer, children }: DockedDrawerProps) {
  const { t } = useTranslation('common');
  const titleId = useId();
  const covers = useMediaQuery(narrowScreen, false, { getInitialValueInEffect: false }) ?? false;
  const cameFrom = useRef<Element | null>(null);

  useEffect(() => {
    cameFrom.current = document.activeElement;
    return () => {
      if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true });
    };
  }, []);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    onClose();
  }

  return (
    <FocusTrap active={covers}>
      <aside
        className={classes['drawer']}
        aria-labelledby={titleId}
        onKeyDown={onKeyDown}
        {...(covers ? { role: 'dialog', 'aria-modal': true } : {})}
      >
        <header className={classes['head']}>
          <h2 id={titleId} className={classes['title']}>
            {title}
          </h2>
          {actions}
          <ActionIcon size="lg" onClick={onClose} aria-label={t('common:actions.close')}>
            <IconX size={18} stroke={1.6} />
          </ActionIcon>
        </header>
        <div className={classes['body']}>{children}</div>
        {footer && <footer className={classes['foot']}>{footer}</footer>}
      </aside>
    </FocusTrap>
  );
}
