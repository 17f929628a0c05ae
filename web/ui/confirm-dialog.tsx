import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../platform/lazy-part.ts';

/** Dialogs are heavy and seldom opened: the code loads with the first opening. */
const ConfirmDialogInside = lazyPart(() => import('./confirm-dialog-inside.tsx'));

export interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  /** What will happen, in one or two sentences. */
  children?: ReactNode;
  /** The verb of what happens: 'Refund 120.00'. */
  confirmLabel: string;
  danger?: boolean;
  working?: boolean;
  /** There is nothing to confirm: it can only be closed. */
  isIdle?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks once before something that cannot be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [wanted, setWanted] = useState(props.opened);
  if (props.opened && !wanted) setWanted(true);
  return wanted ? (
    <Suspense>
      <ConfirmDialogInside {...props} />
    </Suspense>
  ) : null;
}
