import {
  metCriteria,
  type PasswordCriterion,
  passwordCriteria,
  passwordStrength,
} from '@mizan/contract/password-strength.ts';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './strength-meter.module.css';

const criteria = Object.keys(passwordCriteria) as PasswordCriterion[];
const words = { Weak: 'weak', Medium: 'medium', Strong: 'strong' } as const;

/** How strong a password is while it is typed, and which of the five criteria it still lacks. */
export function StrengthMeter({ password }: { password: string }) {
  const { t } = useTranslation('auth');
  const strength = passwordStrength(password);
  const met = new Set(metCriteria(password));
  const typed = password !== '';
  return (
    <div className={classes['meter']}>
      <div className={classes['bars']} data-strength={typed ? strength : undefined} aria-hidden="true">
        {criteria.map((name, index) => (
          <span key={name} data-on={index < met.size || undefined} />
        ))}
      </div>
      <p className={classes['word']} role="status">
        {t('auth:strength.label')}: <strong>{typed ? t(`auth:strength.${words[strength]}`) : '—'}</strong>
      </p>
      <ul className={classes['list']}>
        {criteria.map((name) => (
          <li key={name} data-met={met.has(name) || undefined}>
            {met.has(name) ? (
              <IconCheck size={14} stroke={2} aria-hidden="true" />
            ) : (
              <IconCircle size={14} stroke={1.6} aria-hidden="true" />
            )}
            {t(`auth:strength.${name}`)}
            {met.has(name) && <span className="mz-visually-hidden"> {t('auth:strength.met')}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
