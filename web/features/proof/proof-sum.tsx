import { ActionIcon } from '@mantine/core';
import type { Proof, ProofSum } from '@mizan/contract/proof.ts';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount } from '../../ui/amount.tsx';
import { opensNothing } from '../../ui/opens-nothing.ts';
import { MissingState } from '../../ui/states.tsx';
import classes from './proof.module.css';
import type { ProofAddress } from './proof.search.ts';
import { rowName } from './proof.words.ts';
import { rowOf } from './proof-open.tsx';
import { ProofRows } from './proof-rows.tsx';

interface SumProps {
  sum: ProofSum;
  of: { amountMinor: number; count?: number };
  rowKey: string;
  /** Whose it is: read out before the figure. */
  name: string;
  address: ProofAddress;
  /** Of how many it is, where that stands below it. */
  counted?: string | undefined;
}

/** A sum of the proof; opens what it is made of. Of nothing there is nothing to open. */
export function Sum({ sum, of, rowKey, name, counted, address: { state, change } }: SumProps) {
  const { t } = useTranslation('proof');
  const below = counted !== undefined && <small>{counted}</small>;
  if (of.amountMinor === 0 && (of.count ?? 0) === 0)
    return (
      <>
        <Amount amountMinor={0} size="md" />
        {below}
      </>
    );
  return (
    <button
      type="button"
      className={classes['amount']}
      aria-pressed={state.row === rowKey && state.sum === sum}
      onClick={() =>
        change({ row: rowKey, sum, level: undefined, cause: undefined }, state.row !== undefined)
      }
    >
      <span className="mz-visually-hidden">
        {t('proof:gap.label', { name, between: t(`proof:column.${sum}`) })}{' '}
      </span>
      <Amount amountMinor={of.amountMinor} size={sum === 'host' ? 'cell' : 'md'} />
      {below}
    </button>
  );
}

/** The sum that is open: rows that add up to it. */
export function OpenSum({ proof, address }: { proof: Proof; address: ProofAddress }) {
  const { t } = useTranslation('proof');
  const { state, change } = address;
  const top = useRef<HTMLElement>(null);
  const { row: key, sum } = state;
  const place = `${key} ${sum}`;
  useEffect(() => {
    if (place) top.current?.scrollIntoView({ block: 'nearest' });
  }, [place]);
  if (key === undefined || sum === undefined) return null;
  const row = rowOf(proof, key, t(`proof:all.${state.by ?? 'branch'}`), (of) => rowName(of, t));
  const of = row?.figures[sum];
  if (!row || !of) return <MissingState title={t('proof:open.gone')} />;
  return (
    <section ref={top} className={classes['open']} aria-labelledby="proof-open">
      <div className={classes['openHead']}>
        <h2 id="proof-open">
          <bdi>{row.name}</bdi>
          <small>{t(`proof:column.${sum}`)}</small>
        </h2>
        <strong {...opensNothing('rowsBeside')}>
          <Amount amountMinor={of.amountMinor} currency={proof.currency} />
        </strong>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('proof:open.close')}
          onClick={() => change({ row: undefined, sum: undefined })}
        >
          <IconX size={18} stroke={1.6} />
        </ActionIcon>
      </div>
      <p className={classes['help']}>{t(`proof:sum.${sum}`)}</p>
      <ProofRows key={place} part={{ sum }} label={t(`proof:column.${sum}`)} rowKey={key} state={state} />
    </section>
  );
}
