import type { Proof, ProofFigures, ProofLevel, ProofRow, ProofSum } from '@mizan/contract/proof.ts';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Identifier } from '../../ui/identifier.tsx';
import own from './below.module.css';
import { Gap } from './gap-look.tsx';
import classes from './proof.module.css';
import type { ProofAddress } from './proof.search.ts';
import { isBetweenNothing, rowName } from './proof.words.ts';
import { Sum } from './proof-sum.tsx';
import { isMissing } from './proof-table.tsx';

/** On a phone each row stands upright: four sums below each other, and between them what lies between. */
export function ProofPhone({ proof, address }: { proof: Proof; address: ProofAddress }) {
  const { t } = useTranslation('proof');
  const all = t(`proof:all.${address.state.by ?? 'branch'}`);
  return (
    <ul className={classes['phone']} aria-label={t('proof:title')}>
      <li>
        <h2>{all}</h2>
        <Upright figures={proof.total} rowKey="all" name={all} proof={proof} address={address} />
      </li>
      {proof.rows.map((row) => (
        <li key={row.key}>
          <h2>
            {row.tid && (
              <>
                <Identifier>{row.tid}</Identifier>{' '}
              </>
            )}
            <bdi>{rowName(row, t)}</bdi>
          </h2>
          <Upright
            figures={row}
            rowKey={row.key}
            name={row.tid ?? rowName(row, t)}
            proof={proof}
            address={address}
          />
          {row.below.length > 0 && <Below row={row} proof={proof} address={address} />}
        </li>
      ))}
    </ul>
  );
}

/** The terminals of a branch, each upright as the branch is, where it is unfolded. */
function Below({ row, proof, address }: { row: ProofRow; proof: Proof; address: ProofAddress }) {
  const { t } = useTranslation('proof');
  const { state, change } = address;
  const isUnfolded = state.unfold === row.key;
  const Chevron = isUnfolded ? IconChevronDown : IconChevronRight;
  return (
    <>
      <button
        type="button"
        className={own['unfold']}
        aria-expanded={isUnfolded}
        onClick={() => change({ unfold: isUnfolded ? undefined : row.key }, true)}
      >
        <Chevron size={16} stroke={1.8} className="mz-mirror" aria-hidden="true" />
        {t('proof:row.terminals', { count: row.below.length })}
      </button>
      {isUnfolded && (
        <ul className={own['below']}>
          {row.below.map((leaf) => {
            const name = leaf.tid ?? t('proof:row.noTerminal');
            return (
              <li key={leaf.key}>
                <h3>{leaf.tid ? <Identifier>{leaf.tid}</Identifier> : name}</h3>
                <Upright figures={leaf} rowKey={leaf.key} name={name} proof={proof} address={address} />
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

interface UprightProps {
  figures: ProofFigures;
  rowKey: string;
  name: string;
  proof: Proof;
  address: ProofAddress;
}

function Upright({ figures, rowKey, name, proof, address }: UprightProps) {
  const { t } = useTranslation(['proof', 'units']);
  const { state, change } = address;
  const line = (column: ProofSum) => {
    const of: { amountMinor: number; count?: number } | null = figures[column];
    return (
      <div className={classes['sum']}>
        <dt>
          {t(`proof:column.${column}`)}
          {of?.count !== undefined && (
            <small>{t(`units:${column === 'lines' ? 'line' : 'transaction'}`, { count: of.count })}</small>
          )}
        </dt>
        <dd>
          {of ? (
            <Sum sum={column} of={of} rowKey={rowKey} name={name} address={address} />
          ) : (
            <small>{column === 'deposit' && figures.isPaidTogether ? t('proof:row.together') : '—'}</small>
          )}
        </dd>
      </div>
    );
  };
  const gap = (level: ProofLevel) => {
    const of = figures.gaps[level];
    return (
      of && (
        <div className={classes['step']} data-band={isMissing(proof, level) || undefined}>
          <dt className="mz-visually-hidden">{t(`proof:between.${level}`)}</dt>
          <dd>
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
          </dd>
        </div>
      )
    );
  };
  // Where the host says the same it needs no line.
  const hostDiffers = (figures.gaps.host?.causes.length ?? 0) > 0;
  return (
    <dl className={classes['upright']}>
      {hostDiffers && line('host')}
      {hostDiffers && gap('host')}
      {line('terminals')}
      {gap('terminals')}
      {line('transactions')}
      {gap('lines')}
      {line('lines')}
      {gap('deposit')}
      {line('deposit')}
    </dl>
  );
}
