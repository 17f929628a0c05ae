import { Checkbox } from '@mantine/core';
import type { TFunction } from 'i18next';

/** Rows that somebody chose, to do one thing with all of them. */
export interface Choice {
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  /** Whether there is anything to do with them. */
  isOffered: boolean;
}

/** The box of one row; the row itself opens its detail. */
export function ChooseBox({ id, name, choice }: { id: string; name: string; choice: Choice }) {
  const { chosen, onChoose } = choice;
  return (
    <Checkbox
      size="xs"
      aria-label={name}
      checked={chosen.has(id)}
      onClick={(event) => event.stopPropagation()}
      onChange={({ currentTarget }) => {
        const next = new Set(chosen);
        if (currentTarget.checked) next.add(id);
        else next.delete(id);
        onChoose(next);
      }}
    />
  );
}

/** The head of their column, for whoever hears it. */
export const ChooseHead = ({ t }: { t: TFunction }) => (
  <span className="mz-visually-hidden">{t('management:columns.choose')}</span>
);
