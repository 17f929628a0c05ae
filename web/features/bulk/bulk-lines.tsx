import type { BulkLine, BulkRun, BulkVerdict } from '@mizan/contract/bulk.ts';
import { bulkVerdicts } from '@mizan/contract/bulk.ts';
import { IconEqual, IconPencil, IconPlus, IconX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { nameIn } from '../../platform/language.ts';
import { useOfferedPlaces } from '../../platform/offered-places.ts';
import { columnsOf } from '../../ui/data-table.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { EmptyState } from '../../ui/states.tsx';
import classes from './bulk.module.css';
import { useLines } from './bulk.queries.ts';
import type { BulkSearchState } from './bulk.search.ts';
import { problemText, valueText } from './bulk.words.ts';

const icons = { NEW: IconPlus, CHANGED: IconPencil, SAME: IconEqual, REJECTED: IconX } as const;

function Verdict({ verdict, t }: { verdict: BulkVerdict; t: TFunction }) {
  const Icon = icons[verdict];
  return (
    <span className={classes['verdict']} data-verdict={verdict}>
      <Icon size={14} stroke={2} aria-hidden="true" />
      {t(`bulk:verdict.${verdict}`)}
    </span>
  );
}

/** What changes, old struck through and new, and what is wrong. */
function What({ line, t }: { line: BulkLine; t: TFunction }) {
  const places = useOfferedPlaces();
  return (
    <span className={classes['what']}>
      {line.problems.map((problem) => (
        <span key={problem.field} className={classes['wrong']}>
          {problemText(problem, t)}
        </span>
      ))}
      {line.changes.map((change) => (
        <span key={change.field}>
          {t('bulk:change', { field: t(`bulk:column.${change.field}`) })}{' '}
          <del>
            <bdi>{valueText(change, change.was, t, places)}</bdi>
          </del>{' '}
          <ins>
            <bdi>{valueText(change, change.now, t, places)}</bdi>
          </ins>
        </span>
      ))}
    </span>
  );
}

const kindText = ({ kind }: BulkLine, t: TFunction): string =>
  kind === null ? t('bulk:noKind') : t(`bulk:kind.${kind}`);

/** A terminal is named by its number, which keeps its digits. */
const Name = ({ line }: { line: BulkLine }) =>
  line.kind === 'terminal' ? <Identifier>{line.nameEn}</Identifier> : <bdi>{nameIn(line)}</bdi>;

const column = columnsOf<BulkLine>();
const columnsIn = (t: TFunction) => {
  const plain = (id: string, cell: (line: BulkLine) => ReactNode, meta?: object) =>
    column.display({
      id,
      header: t(`bulk:columns.${id}`),
      cell: ({ row }) => cell(row.original),
      ...(meta && { meta }),
    });
  return column.columns([
    plain('line', (line) => formatNumber(line.line), { align: 'figure', widthPx: 64 }),
    plain('verdict', (line) => <Verdict verdict={line.verdict} t={t} />),
    plain('kind', (line) => kindText(line, t)),
    plain('name', (line) => (
      <strong>
        <Name line={line} />
      </strong>
    )),
    plain('code', (line) => <Identifier>{line.code}</Identifier>),
    plain('what', (line) => <What line={line} t={t} />),
  ]);
};

export function Lines({ run, address }: { run: BulkRun; address: BulkSearchState }) {
  const { t } = useTranslation(['bulk', 'management']);
  const { verdict } = address.state;
  const list = useLines(run.id, verdict);
  const columns = useMemo(() => columnsIn(t), [t]);
  const onPhone = useIsPhone();
  return (
    <ListTable
      list={list}
      density="loose"
      onClear={verdict !== undefined && (() => address.change({ verdict: undefined }))}
      empty={<EmptyState title={t('bulk:noneOfVerdict')} help={t('bulk:noneOfVerdictHelp')} />}
      label={t('bulk:tabs.label')}
      columns={columns}
      rowId={(line) => String(line.line)}
      small={onPhone && <PhoneLines lines={list.rows} t={t} />}
    />
  );
}

function PhoneLines({ lines, t }: { lines: readonly BulkLine[]; t: TFunction }) {
  return (
    <ul className={classes['phone']} aria-label={t('bulk:tabs.label')}>
      {lines.map((line) => (
        <li key={line.line}>
          <span className={classes['phoneHead']}>
            <span className={classes['quiet']}>{formatNumber(line.line)}</span>
            <strong>
              <Name line={line} />
            </strong>
            <Verdict verdict={line.verdict} t={t} />
          </span>
          <span className={classes['quiet']}>
            {kindText(line, t)} <Identifier>{line.code}</Identifier>
          </span>
          <What line={line} t={t} />
        </li>
      ))}
    </ul>
  );
}

/** The counts are the tabs, and add up to the lines of the file. */
export function VerdictTabs({ run, address }: { run: BulkRun; address: BulkSearchState }) {
  const { t } = useTranslation('bulk');
  const all = bulkVerdicts.reduce((sum, verdict) => sum + run.counts[verdict], 0);
  const tabs = [
    [undefined, t('bulk:tabs.all'), all] as const,
    ...bulkVerdicts.map((verdict) => [verdict, t(`bulk:verdict.${verdict}`), run.counts[verdict]] as const),
  ];
  return (
    <nav className={classes['tabs']} aria-label={t('bulk:tabs.label')}>
      {tabs.map(([verdict, name, count]) => (
        <button
          key={name}
          type="button"
          className={classes['tab']}
          aria-current={address.state.verdict === verdict ? 'page' : undefined}
          onClick={() => address.change({ verdict })}
        >
          {name}
          <span className={classes['count']} data-bad={(verdict === 'REJECTED' && count > 0) || undefined}>
            {formatNumber(count)}
          </span>
        </button>
      ))}
    </nav>
  );
}
