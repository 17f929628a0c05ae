import type { Proof, ProofFigures, ProofLevel, ProofRow, ProofSum } from '@mizan/contract/proof.ts';
import {
  IconAlertTriangle,
  IconArrowsRightLeft,
  IconBuildingBank,
  IconChevronDown,
  IconChevronRight,
  IconDeviceMobile,
  IconFileSpreadsheet,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { Identifier } from '../../ui/identifier.tsx';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import { Gap } from './gap-look.tsx';
import classes from './proof.module.css';
import type { ProofAddress } from './proof.search.ts';
import { isBetweenNothing, partsOf, rowName } from './proof.words.ts';
import { Sum } from './proof-sum.tsx';

const heads = {
  terminals: IconDeviceMobile,
  transactions: IconArrowsRightLeft,
  lines: IconFileSpreadsheet,
  deposit: IconBuildingBank,
} as const;
type Head = keyof typeof heads;

/** Four columns of money and what lies between each two of them, row by row. */
export function ProofTable({ proof, address }: { proof: Proof; address: ProofAddress }) {
  const { t } = useTranslation('proof');
  const by = address.state.by ?? 'branch';
  const all = t(`proof:all.${by}`);
  return (
    <div className={classes['scroll']}>
      <table className={classes['proof']} aria-label={t('proof:title')}>
        <thead>
          <Heads proof={proof} rows={t(`proof:by.${by}`)} />
        </thead>
        <tbody>
          {proof.rows.map((row) => (
            <Rows key={row.key} row={row} proof={proof} address={address} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{all}</th>
            <Cells figures={proof.total} rowKey="all" name={all} proof={proof} address={address} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Heads({ proof, rows }: { proof: Proof; rows: string }) {
  const { t } = useTranslation('proof');
  const head = (name: Head, help: string, more?: string | false) => {
    const Icon = heads[name];
    return (
      <th scope="col" data-align="figure">
        <span className={classes['head']}>
          <Icon size={16} stroke={1.6} aria-hidden="true" />
          {t(`proof:column.${name}`)}
        </span>
        <small>{help}</small>
        {more && <small>{more}</small>}
      </th>
    );
  };
  const between = (level: ProofLevel) => (
    <th scope="col" className={classes['between']} data-band={isMissing(proof, level) || undefined}>
      {isMissing(proof, level) ? (
        <span className={classes['lost']}>
          <IconAlertTriangle size={14} stroke={1.8} aria-hidden="true" />
          {t('proof:gap.missing')}
        </span>
      ) : (
        <>
          <span className="mz-visually-hidden">{t(`proof:between.${level}`)}</span>
          <Differing rows={proof.rows} level={level} />
        </>
      )}
    </th>
  );
  return (
    <tr>
      <th scope="col">
        <span className="mz-visually-hidden">{rows}</span>
      </th>
      {head(
        'terminals',
        t('proof:column.closed', { count: proof.closedTerminals }),
        proof.total.gaps.host?.causes.length === 0 && t('proof:column.hostAgrees'),
      )}
      {between('terminals')}
      {head('transactions', t('proof:column.approved'))}
      {between('lines')}
      {head('lines', t('proof:column.gross'))}
      {between('deposit')}
      {head('deposit', t('proof:column.arrived'))}
    </tr>
  );
}

/** In how many of the rows the two sides differ; nothing where none does. */
function Differing({ rows, level }: { rows: readonly ProofRow[]; level: ProofLevel }) {
  const { t } = useTranslation('proof');
  const count = rows.filter(({ gaps }) => {
    const gap = gaps[level];
    return gap && partsOf(gap).first.length > 0;
  }).length;
  if (count === 0) return null;
  return (
    <ToneBadge tone="wait">{t('proof:gap.rowsDiffer', { count, all: formatNumber(rows.length) })}</ToneBadge>
  );
}

/** A row, and its terminals where it is unfolded. */
function Rows({ row, proof, address }: { row: ProofRow; proof: Proof; address: ProofAddress }) {
  const { t } = useTranslation('proof');
  const { state, change } = address;
  const name = rowName(row, t);
  const isUnfolded = state.unfold === row.key;
  const Chevron = isUnfolded ? IconChevronDown : IconChevronRight;
  return (
    <>
      <tr>
        <th scope="row">
          {row.below.length > 0 ? (
            <button
              type="button"
              className={classes['unfold']}
              aria-expanded={isUnfolded}
              onClick={() => change({ unfold: isUnfolded ? undefined : row.key }, true)}
            >
              <Chevron size={16} stroke={1.8} className="mz-mirror" aria-hidden="true" />
              <bdi>{name}</bdi>
            </button>
          ) : (
            <Leaf tid={row.tid} name={name} />
          )}
        </th>
        <Cells figures={row} rowKey={row.key} name={row.tid ?? name} proof={proof} address={address} />
      </tr>
      {isUnfolded &&
        row.below.map((leaf) => {
          const terminal = leaf.tid ?? t('proof:row.noTerminal');
          return (
            <tr key={leaf.key} className={classes['leaf']}>
              <th scope="row">{leaf.tid ? <Identifier>{leaf.tid}</Identifier> : terminal}</th>
              <Cells figures={leaf} rowKey={leaf.key} name={terminal} proof={proof} address={address} />
            </tr>
          );
        })}
    </>
  );
}

export const isMissing = ({ missing }: Proof, level: ProofLevel): boolean =>
  (level === 'lines' || level === 'deposit') && missing.includes(level);

const Leaf = ({ tid, name }: { tid: string | null; name: string }) => (
  <>
    {tid !== null && <Identifier>{tid}</Identifier>}
    <small>
      <bdi>{name}</bdi>
    </small>
  </>
);

interface CellsProps {
  figures: ProofFigures;
  rowKey: string;
  name: string;
  proof: Proof;
  address: ProofAddress;
}

function Cells({ figures, rowKey, name, proof, address }: CellsProps) {
  const { t } = useTranslation(['proof', 'units']);
  const { state, change } = address;
  const money = (sum: ProofSum, nothing: ReactNode = '—', more?: ReactNode) => {
    const of: { amountMinor: number; count?: number } | null = figures[sum];
    return (
      <td data-align="figure">
        {of === null ? (
          <span className={classes['none']}>{nothing}</span>
        ) : (
          <Sum
            sum={sum}
            of={of}
            rowKey={rowKey}
            name={name}
            address={address}
            counted={
              of.count === undefined
                ? undefined
                : t(`units:${sum === 'lines' ? 'line' : 'transaction'}`, { count: of.count })
            }
          />
        )}
        {more}
      </td>
    );
  };
  const inside = (level: ProofLevel) => {
    const of = figures.gaps[level];
    return (
      of && (
        <Gap
          gap={of}
          level={level}
          name={name}
          isNothing={isBetweenNothing(figures, level)}
          isOpen={state.row === rowKey && state.level === level}
          onOpen={() =>
            change({ row: rowKey, level, cause: undefined, sum: undefined }, state.row !== undefined)
          }
        />
      )
    );
  };
  const gap = (level: ProofLevel) => (
    <td className={classes['between']} data-band={isMissing(proof, level) || undefined}>
      {inside(level)}
    </td>
  );
  // Where the host says the same it needs no line.
  const host = figures.host && figures.gaps.host && figures.gaps.host.causes.length > 0 && (
    // A line of its own: beside it the terminals' sum would leave its column.
    <div>
      <div className={classes['host']}>
        <small>{t('proof:column.host')}</small>
        <Sum sum="host" of={figures.host} rowKey={rowKey} name={name} address={address} />
        {inside('host')}
      </div>
    </div>
  );
  return (
    <>
      {money('terminals', '—', host)}
      {gap('terminals')}
      {money('transactions')}
      {gap('lines')}
      {money('lines')}
      {gap('deposit')}
      {money('deposit', rowKey.includes('t') ? '' : figures.isPaidTogether ? t('proof:row.together') : '—')}
    </>
  );
}
