import { IconFingerprint } from '@tabler/icons-react';
import { passkeysWork } from '../../platform/passkeys.ts';
import classes from './auth-panel.module.css';

const loadCalls = () => import('./passkey.calls.ts');

export interface PasskeyButtonProps {
  label: string;
  disabled: boolean;
  /** Gets what talks to passkeys, which loads with the first press. */
  onUse: (calls: Awaited<ReturnType<typeof loadCalls>>) => void;
}

/** The other way in, where this browser has passkeys at all. */
export function PasskeyButton({ label, disabled, onUse }: PasskeyButtonProps) {
  if (!passkeysWork()) return null;
  return (
    <button
      type="button"
      className={classes['second']}
      disabled={disabled}
      onClick={() => void loadCalls().then(onUse)}
    >
      <IconFingerprint size={18} stroke={1.6} aria-hidden="true" />
      {label}
    </button>
  );
}
