import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './onboarding.module.css';

/** One of a list of equal parts under its name, with the way to take it away while others remain. */
export function PartGroup(props: {
  title: string;
  onRemove?: (() => void) | undefined;
  children: ReactNode;
}) {
  const { t } = useTranslation('onboarding');
  return (
    <fieldset className={classes['group']} aria-label={props.title}>
      <div className={classes['groupHead']}>
        <strong>{props.title}</strong>
        {props.onRemove && (
          <button type="button" className={classes['link']} onClick={props.onRemove}>
            <IconTrash size={16} stroke={1.6} aria-hidden="true" />
            {t('onboarding:actions.remove', { what: props.title })}
          </button>
        )}
      </div>
      {props.children}
    </fieldset>
  );
}

export function AddButton({ onAdd, children }: { onAdd: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classes['link']} onClick={onAdd}>
      <IconPlus size={16} stroke={2} aria-hidden="true" />
      {children}
    </button>
  );
}

/** A list without one of its items. */
export const without = <T,>(list: readonly T[], index: number): T[] => list.filter((_, at) => at !== index);
