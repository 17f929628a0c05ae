import { useTranslation } from 'react-i18next';
import classes from './auth-panel.module.css';
import type { Said } from './sign-in.calls.ts';

/** What the portal answered, where it is read: above the fields. A message without a key shows as it came. */
export function SaidNote({ said, good = false }: { said: readonly Said[]; good?: boolean }) {
  const { t } = useTranslation(['auth', 'errors']);
  if (said.length === 0) return null;
  return (
    <p className={classes['said']} data-good={good || undefined} role={good ? 'status' : 'alert'}>
      {said.map(({ key, values }) => (
        <span key={key}>{t(key, { ...values, defaultValue: key })}</span>
      ))}
    </p>
  );
}
