import { ActionIcon, FocusTrap } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './docked-drawer.module.css';
import { DrawerFoot } from './drawer-foot.ts';
import { useIsNarrow } from './screen-width.ts';

export interface DockedDrawerProps {
  title: ReactNode;
  onClose: () => void;
  /** Beside the close button: previous, next, link. */
  actions?: ReactNode;
  /** Stands at the foot while the content scrolls. */
  footer?: ReactNode;
  /** Its content may be text alone: the keyboard then scrolls it. */
  isText?: boolean;
  /** For what stands side by side: host, terminal and portal. */
  wide?: boolean;
  children: ReactNode;
}

/**
 * A detail that docks at the end side and does not dim the list. Its heading takes the focus and is read out, unless a
 * dialog above it has the focus; Escape closes, and focus returns to where it was. On a narrow screen it covers the list as a dialog, and focus
 * stays inside.
 */
export function DockedDrawer({
  title,
  onClose,
  actions,
  footer,
  isText = false,
  wide = false,
  children,
}: DockedDrawerProps) {
  const { t } = useTranslation('common');
  const titleId = useId();
  const covers = useIsNarrow();
  // An <aside> may not be a dialog, and one element in both widths keeps what is typed in it.
  const role = covers ? 'dialog' : 'complementary';
  const heading = useRef<HTMLHeadingElement>(null);
  const [foot, setFoot] = useState<HTMLElement | null>(null);

  useEffect(() => {
    const cameFrom = document.activeElement;
    const above = cameFrom?.closest('[aria-modal="true"]');
    // Its content may come when somebody types in a dialog already, such as the palette: the keys stay theirs.
    if (above && !above.contains(heading.current)) return;
    heading.current?.focus({ preventScroll: true });
    return () => {
      if (cameFrom instanceof HTMLElement) cameFrom.focus({ preventScroll: true });
    };
  }, []);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    onClose();
  }

  return (
    <FocusTrap active={covers}>
      <section
        className={classes['drawer']}
        data-docked
        data-wide={wide || undefined}
        aria-labelledby={titleId}
        onKeyDown={onKeyDown}
        role={role}
        aria-modal={covers || undefined}
      >
        <header className={classes['head']}>
          <h2 ref={heading} id={titleId} className={classes['title']} tabIndex={-1} data-autofocus>
            {title}
          </h2>
          {actions}
          <ActionIcon size="lg" onClick={onClose} aria-label={t('common:actions.close')}>
            <IconX size={18} stroke={1.6} />
          </ActionIcon>
        </header>
        <div
          className={classes['body']}
          {...(isText && { tabIndex: 0, role: 'group', 'aria-labelledby': titleId })}
        >
          <DrawerFoot value={foot}>{children}</DrawerFoot>
        </div>
        <footer ref={setFoot} className={classes['foot']}>
          {footer}
        </footer>
      </section>
    </FocusTrap>
  );
}
