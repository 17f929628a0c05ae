import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './onboarding.module.css';

/** The parts of the list in which an element stands. */
const partsAround = (element: Element | null): HTMLElement[] => [
  ...(element?.parentElement?.querySelectorAll<HTMLElement>(':scope > fieldset') ?? []),
];

/** One of a list of equal parts under its name, with the way to take it away while others remain. */
export function PartGroup(props: {
  title: string;
  onRemove?: (() => void) | undefined;
  children: ReactNode;
}) {
  const { t } = useTranslation('onboarding');

  /** The button goes with its part: the reader goes on at what has come into the part's place. */
  function remove({ currentTarget }: MouseEvent): void {
    const part = currentTarget.closest('fieldset');
    const list = part?.parentElement ?? null;
    const place = partsAround(part).findIndex((each) => each === part);
    props.onRemove?.();
    requestAnimationFrame(() => {
      const left = partsAround(list?.lastElementChild ?? null);
      (left[place] ?? left.at(-1))?.focus();
    });
  }
  return (
    <fieldset className={classes['group']} aria-label={props.title} tabIndex={-1}>
      <div className={classes['groupHead']}>
        <strong>{props.title}</strong>
        {props.onRemove && (
          <button type="button" className={classes['link']} onClick={remove}>
            <IconTrash size={16} stroke={1.6} aria-hidden="true" />
            {t('onboarding:actions.remove', { what: props.title })}
          </button>
        )}
      </div>
      {props.children}
    </fieldset>
  );
}

/** Stands in the list that it makes longer; what it adds is filled in next. */
export function AddButton({ onAdd, children }: { onAdd: () => void; children: ReactNode }) {
  function add({ currentTarget }: MouseEvent): void {
    const list = currentTarget.parentElement;
    onAdd();
    requestAnimationFrame(() => {
      const added = partsAround(list?.lastElementChild ?? null).at(-1);
      added?.querySelector<HTMLElement>('input, select')?.focus();
    });
  }
  return (
    <button type="button" className={classes['link']} onClick={add}>
      <IconPlus size={16} stroke={2} aria-hidden="true" />
      {children}
    </button>
  );
}

/** A list without one of its items. */
export const without = <T,>(list: readonly T[], index: number): T[] => list.filter((_, at) => at !== index);
