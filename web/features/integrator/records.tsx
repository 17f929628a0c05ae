import type { ReactNode } from 'react';
import { Facts } from '../../ui/facts.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import classes from './integrations.module.css';

interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'figure';
}

/** The first one names the row. */
export type Columns<Row> = readonly [Column<Row>, ...Column<Row>[]];

interface RecordsProps<Row> {
  label: string;
  columns: Columns<Row>;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** What can be done with one, at its end. */
  renderAction: (row: Row) => ReactNode;
  actionsLabel: string;
}

/** A short list that comes whole: a table, and where its columns have no room, each row's facts under its name. */
export function Records<Row>({ label, columns, rows, rowId, renderAction, actionsLabel }: RecordsProps<Row>) {
  const [name, ...rest] = columns;
  if (useIsPhone()) {
    return (
      <ul className={classes['records']} aria-label={label}>
        {rows.map((row) => (
          <li key={rowId(row)}>
            <strong>{name.cell(row)}</strong>
            <Facts facts={rest.map((column) => [column.header, column.cell(row)])} />
            {renderAction(row)}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <PlainTable label={label}>
      <thead>
        <tr>
          {columns.map(({ id, header, align }) => (
            <th key={id} scope="col" data-align={align} data-column={id}>
              {header}
            </th>
          ))}
          <th scope="col">
            <span className="mz-visually-hidden">{actionsLabel}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowId(row)}>
            <th scope="row" className={classes['name']}>
              {name.cell(row)}
            </th>
            {rest.map(({ id, cell, align }) => (
              <td key={id} data-align={align} data-column={id}>
                {cell(row)}
              </td>
            ))}
            <td className={classes['actions']}>{renderAction(row)}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
