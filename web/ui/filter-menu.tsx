import { Checkbox, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterChip } from './filter-chip.tsx';
import classes from './filter-menu.module.css';

export interface FilterOption {
  value: string;
  label: ReactNode;
  /** What the search field looks in, and what a set chip says. */
  text: string;
}

export interface FilterMenuProps {
  label: string;
  options: readonly FilterOption[];
  selected: readonly string[];
  onChange: (selected: string[]) => void;
}

const searchFrom = 9;

function summary(
  options: readonly FilterOption[],
  selected: readonly string[],
  count: string,
): string | undefined {
  if (selected.length === 0) return undefined;
  const only = options.find((option) => option.value === selected[0]);
  return selected.length === 1 ? (only?.text ?? selected[0]) : count;
}

/** Several choices of one kind behind a chip; long lists can be searched. */
export function FilterMenu({ label, options, selected, onChange }: FilterMenuProps) {
  const { t } = useTranslation('common');
  const [search, setSearch] = useState('');
  const shown = options.filter((option) => option.text.toLowerCase().includes(search.trim().toLowerCase()));
  const toggle = (value: string, on: boolean) =>
    onChange(on ? [...selected, value] : selected.filter((each) => each !== value));
  return (
    <FilterChip
      label={label}
      value={summary(options, selected, t('common:filter.several', { name: label, count: selected.length }))}
      onClear={() => onChange([])}
    >
      {() => (
        <fieldset className={classes['list']}>
          <legend className="mz-visually-hidden">{label}</legend>
          {options.length >= searchFrom && (
            <TextInput
              aria-label={t('common:actions.search')}
              placeholder={t('common:actions.search')}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
          )}
          {shown.map((option) => (
            <Checkbox
              key={option.value}
              className={classes['option'] ?? ''}
              size="sm"
              label={option.label}
              checked={selected.includes(option.value)}
              onChange={(event) => toggle(option.value, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
      )}
    </FilterChip>
  );
}
