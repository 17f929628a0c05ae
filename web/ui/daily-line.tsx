import { Button } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './daily-line.module.css';

interface DailyLineProps {
  icon: ReactNode;
  name: string;
  /** How it stands. */
  children: ReactNode;
  /** What it changes, read out behind its text, where that alone would not tell. */
  changeLabel?: string;
  /** The form that changes it; it may be lazy. */
  renderForm: (close: () => void) => ReactNode;
}

/** Something that happens each day, and the way to change it. */
export function DailyLine({ icon, name, children, changeLabel, renderForm }: DailyLineProps) {
  const { t } = useTranslation('reconcile');
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // The form is gone with its focus trap at once, whichever way it was closed.
  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus();
    wasOpen.current = open;
  }, [open]);
  return (
    <div className={classes['daily']}>
      {icon}
      <span>{name}</span>
      <strong>{children}</strong>
      <Button
        ref={button}
        variant="subtle"
        size="compact-sm"
        {...(changeLabel && { 'aria-label': `${t('reconcile:daily.change')}: ${changeLabel}` })}
        onClick={() => setOpen(true)}
      >
        {t('reconcile:daily.change')}
      </Button>
      {open && <Suspense fallback={null}>{renderForm(() => setOpen(false))}</Suspense>}
    </div>
  );
}
