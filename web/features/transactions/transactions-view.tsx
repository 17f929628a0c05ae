import { ActionIcon, Checkbox, Popover, SegmentedControl } from '@mantine/core';
import { type ViewColumn, viewColumns } from '@mizan/contract/views.ts';
import { IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Density, rowHeights } from '../../ui/ledger.tsx';
import classes from './transactions.module.css';

interface View {
  columns: readonly ViewColumn[];
  density: Density;
}

const withColumn = (shown: readonly ViewColumn[], column: ViewColumn, isShown: boolean): ViewColumn[] =>
  viewColumns.filter((each) => (each === column ? isShown : shown.includes(each)));

/** Which columns show and how high the rows are. */
export function ViewOptions({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const { t } = useTranslation(['transactions', 'common']);
  return (
    <Popover position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <ActionIcon size="lg" variant="subtle" aria-label={t('common:actions.columns')}>
          <IconColumns3 size={18} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <fieldset className={classes['amounts']}>
          <legend className="mz-visually-hidden">{t('common:actions.columns')}</legend>
          {viewColumns.map((column) => (
            <Checkbox
              key={column}
              size="sm"
              label={t(`transactions:columns.${column}`)}
              checked={view.columns.includes(column)}
              onChange={(event) =>
                onChange({ ...view, columns: withColumn(view.columns, column, event.currentTarget.checked) })
              }
            />
          ))}
          <SegmentedControl
            size="xs"
            aria-label={t('transactions:density.label')}
            value={view.density}
            onChange={(density) => onChange({ ...view, density: density as Density })}
            data={Object.keys(rowHeights).map((value) => ({
              value,
              label: t(`transactions:density.${value}`),
            }))}
          />
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
}
