import { Popover } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './filter-chip.module.css';

export interface FilterChipProps {
  /** What is filtered: 'Status'. */
  label: string;
  /** What it is set to: 'Declined'. A value that cannot be cleared (a range there must be) stands untinted. */
  value?: string | undefined;
  icon?: ReactNode;
  onClear?: (() => void) | undefined;
  /** What the chip opens. `close` shuts it. */
  children: (close: () => void) => ReactNode;
}

/** A filter as a chip: tinted and clearable once it is set, with its choices in a popover. */
export function FilterChip({ label, value, icon, onClear, children }: FilterChipProps) {
  const { t } = useTranslation('common');
  const [opened, setOpened] = useState(false);
  const set = value !== undefined && onClear !== undefined;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus withinPortal>
      <span
        className={classes['chip']}
        data-set={set || undefined}
        data-unset={value === undefined || undefined}
      >
        <Popover.Target>
          <button type="button" className={classes['open']} onClick={() => setOpened(!opened)}>
            {icon}
            <span className={classes['text']}>{value ?? label}</span>
            {value !== undefined && <span className="mz-visually-hidden"> {label}</span>}
            {!set && <IconChevronDown size={16} stroke={1.6} aria-hidden="true" />}
          </button>
        </Popover.Target>
        {set && (
          <button
            type="button"
            className={classes['clear']}
            onClick={onClear}
            aria-label={t('common:filter.clear', { name: label })}
          >
            <IconX size={14} stroke={2} />
          </button>
        )}
      </span>
      <Popover.Dropdown className={classes['dropdown'] ?? ''}>
        {children(() => setOpened(false))}
      </Popover.Dropdown>
    </Popover>
  );
}

/** A filter that is set or is not: one press, and nothing opens. */
export function PressChip({ label, set, onPress }: { label: string; set: boolean; onPress: () => void }) {
  return (
    <span className={classes['chip']} data-set={set || undefined} data-unset={!set || undefined}>
      <button type="button" className={classes['open']} aria-pressed={set} onClick={onPress}>
        {label}
      </button>
    </span>
  );
}
