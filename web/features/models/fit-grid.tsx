import type { getFitTable } from '@mizan/contract/models.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { IconEqual, IconEqualNot } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatNumber } from '../../platform/formats.ts';
import { Identifier } from '../../ui/identifier.tsx';
import { ListView, MoreRows } from '../../ui/list-view.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import classes from './models.module.css';
import { useFitTable } from './models.queries.ts';
import type { ModelsAddress } from './models.search.ts';
import { Reports } from './reports.tsx';

type Table = RouteOutput<typeof getFitTable>;
type Row = Table['rows'][number];
type Fit = Row['cells'][number]['fit'];
const figure = (count: number): string => (count === 0 ? '—' : formatNumber(count));

/** Models by mada packages: = where it fits, ≠ where it does not, and how many terminals run it. */
export function FitGrid({ address }: { address: ModelsAddress }) {
  const { t } = useTranslation('models');
  const { search } = address.state;
  const { head, list } = useFitTable({ search });
  return (
    <ListView
      list={list}
      skeletonRows={12}
      onClear={search !== undefined && (() => address.change({ search: undefined }))}
      empty={<EmptyState title={t('models:none')} help={t('models:noneHelp')} />}
    >
      {(rows) => (
        <Loaded of={head} rows={12}>
          {(table) => (
            <Grid table={{ ...table, rows }} address={address}>
              <MoreRows list={list} />
            </Grid>
          )}
        </Loaded>
      )}
    </ListView>
  );
}

export function Sign({ fit }: { fit: Fit }) {
  if (fit === 'NOT_SET') return null;
  const SignIcon = fit === 'FITS' ? IconEqual : IconEqualNot;
  return <SignIcon className={classes['sign']} data-fit={fit} size={14} stroke={2} aria-hidden="true" />;
}

function Grid({ table, address, children }: { table: Table; address: ModelsAddress; children: ReactNode }) {
  const { t } = useTranslation('models');
  const byBrand = [...Map.groupBy(table.rows, ({ brand }) => brand).entries()];
  const columns = table.packages.length + 4;
  const { warnings, unknown } = table;
  return (
    <section className={classes['grid']} aria-label={t('models:tabs.packages')}>
      <h2>{t('models:table.title', { count: warnings, number: formatNumber(warnings) })}</h2>
      <p className={classes['legend']}>
        <span>{t('models:table.help')}</span>
        {(['FITS', 'DOES_NOT_FIT'] as const).map((fit) => (
          <span key={fit}>
            <Sign fit={fit} /> {t(`models:fit.${fit}`)}
          </span>
        ))}
      </p>
      <PlainTable label={t('models:tabs.packages')}>
        <Head table={table} />
        {byBrand.map(([brand, rows]) => (
          <tbody key={brand}>
            <tr className={classes['brand']}>
              <th scope="rowgroup" colSpan={columns}>
                <strong>
                  <bdi dir="ltr">{brand}</bdi>
                </strong>{' '}
                {rows[0]?.manufacturer !== brand && (
                  <span className={classes['quiet']}>
                    <bdi dir="ltr">{rows[0]?.manufacturer}</bdi>
                  </span>
                )}
              </th>
            </tr>
            {rows.map((row) => (
              <ModelLine key={row.model} row={row} packages={table.packages} address={address} />
            ))}
          </tbody>
        ))}
        <tfoot>
          <tr className={classes['total']}>
            <th scope="row">{t('models:columns.total')}</th>
            <td />
            {table.packages.map(({ name, terminals }) => (
              <td key={name} data-align="figure">
                {figure(terminals)}
              </td>
            ))}
            <td data-align="figure">{figure(unknown)}</td>
            <td data-align="figure">{formatNumber(table.terminals)}</td>
          </tr>
        </tfoot>
      </PlainTable>
      {children}
    </section>
  );
}

function Head({ table }: { table: Table }) {
  const { t } = useTranslation('models');
  return (
    <thead>
      <tr>
        <th scope="col">{t('models:columns.model')}</th>
        <th scope="col">{t('models:columns.reports')}</th>
        {table.packages.map(({ name, fromDay, isKept }) => (
          <th key={name} scope="col" data-align="figure">
            <Identifier>{name}</Identifier>{' '}
            <span className={classes['quiet']}>
              {!isKept && t('models:table.notKept')}
              {fromDay !== null && t('models:table.from', { day: formatDay(fromDay) })}
            </span>
          </th>
        ))}
        <th scope="col" data-align="figure">
          {t('models:columns.unknown')}
        </th>
        <th scope="col" data-align="figure">
          {t('models:columns.terminals')}
        </th>
      </tr>
    </thead>
  );
}

interface LineProps {
  row: Row;
  packages: Table['packages'];
  address: ModelsAddress;
}

function ModelLine({ row, packages, address: { state, change } }: LineProps) {
  const { t } = useTranslation('models');
  const { modelId } = row;
  return (
    <tr>
      <th scope="row">
        <bdi dir="ltr">{row.model}</bdi>{' '}
        {modelId === null && <span className={classes['quiet']}>{t('models:table.otherModel')}</span>}
      </th>
      <td>
        <Reports of={row.reports} />
      </td>
      {packages.map(({ name: pack }) => {
        // A page that was read before somebody reported a new package knows nothing of it.
        const cell = row.cells.find((each) => each.package === pack);
        const { fit, terminals, warnings } = cell ?? { fit: 'NOT_SET', terminals: 0, warnings: 0 };
        const isOpen = state.open === modelId && state.package === pack;
        const said =
          fit === 'NOT_SET' && terminals === 0 ? (
            <span className={classes['quiet']}>{t('models:fit.NOT_SET')}</span>
          ) : (
            figure(terminals)
          );
        return (
          <td key={pack} data-align="figure">
            {modelId === null ? (
              figure(terminals)
            ) : (
              <button
                type="button"
                className={classes['cell']}
                data-warned={warnings > 0 || undefined}
                aria-expanded={isOpen}
                aria-label={t('models:table.cell', {
                  model: row.model,
                  package: pack,
                  fit: t(`models:fit.${fit}`),
                  number: formatNumber(terminals),
                })}
                onClick={() => change({ open: modelId, package: pack }, state.open !== undefined)}
              >
                <Sign fit={fit} /> {said}
              </button>
            )}
          </td>
        );
      })}
      <td data-align="figure">{figure(row.unknown)}</td>
      <td data-align="figure">
        <strong>{figure(row.terminals)}</strong>
      </td>
    </tr>
  );
}
