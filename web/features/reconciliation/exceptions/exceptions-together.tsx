import { Button } from '@mantine/core';
import {
  type TogetherAct,
  type TogetherAnswer,
  togetherActs,
  togetherMax,
} from '@mizan/contract/exceptions-together.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../platform/formats.ts';
import { Amount } from '../../../ui/amount.tsx';
import { opensNothing } from '../../../ui/opens-nothing.ts';
import { WorkingButton } from '../../../ui/working-button.tsx';
import { allFound, type Chosen, foundCount, sumsOf, thoseFor } from './chosen-exceptions.ts';
import { ExceptionOutcome, ExceptionPlace } from './exception-cells.tsx';
import { useExceptionSums } from './exceptions.queries.ts';
import type { ExceptionsSearch } from './exceptions.search.ts';
import classes from './together.module.css';
import { TogetherDialog } from './together-dialog.tsx';

interface TogetherProps {
  search: ExceptionsSearch;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
}

interface Ended {
  answer: TogetherAnswer;
  of: Chosen;
}

/** Under the list: how many are chosen and what they come to, what can be done with them, and what came of it. */
export default function ExceptionsTogether({ search, chosen, onChoose }: TogetherProps) {
  const { t } = useTranslation('exceptions');
  const [asking, setAsking] = useState<TogetherAct | null>(null);
  const [ended, setEnded] = useState<Ended | null>(null);
  const known = useExceptionSums(search).data;
  const count = foundCount(known?.sums ?? [], search.state);
  const rows = [...chosen.values()];
  const acts = togetherActs.filter((act) => thoseFor(act, chosen).length > 0);
  return (
    <section className={classes['bar']} aria-label={t('exceptions:together.title')}>
      {ended && <Told ended={ended} />}
      <div className={classes['line']}>
        <span className={classes['count']} aria-live="polite">
          {t('exceptions:together.chosen', { count: rows.length })}
        </span>
        {sumsOf(rows).map(({ currency, differenceMinor }) => (
          <strong key={currency} {...opensNothing('rowsBeside')}>
            <Amount amountMinor={differenceMinor} signed currency={currency} />
          </strong>
        ))}
        <ChooseAll count={count} search={search} chosen={chosen} onChoose={onChoose} />
      </div>
      {acts.length > 0 && (
        <div className={classes['buttons']}>
          {acts.map((act) => (
            <Button key={act} variant={act === acts[0] ? 'filled' : 'default'} onClick={() => setAsking(act)}>
              {t(`exceptions:together.${act}`, { count: thoseFor(act, chosen).length })}
            </Button>
          ))}
        </div>
      )}
      {asking && (
        <TogetherDialog
          act={asking}
          chosen={chosen}
          people={known?.people ?? []}
          onClose={() => setAsking(null)}
          onDone={(answer) => {
            setAsking(null);
            setEnded({ answer, of: chosen });
            onChoose(new Map());
          }}
        />
      )}
    </section>
  );
}

/** All that the filter finds, with their number; beyond what is done at once, the oldest of them. */
function ChooseAll({ count, search, chosen, onChoose }: TogetherProps & { count: number }) {
  const { t } = useTranslation('exceptions');
  const [isWorking, setWorking] = useState(false);
  const [failed, setFailed] = useState(false);
  const choose = async (): Promise<void> => {
    setWorking(true);
    try {
      onChoose(await allFound(search));
      setFailed(false);
    } catch {
      setFailed(true);
    } finally {
      setWorking(false);
    }
  };
  if (chosen.size > 0 && chosen.size >= Math.min(count, togetherMax))
    return (
      <Button variant="subtle" onClick={() => onChoose(new Map())}>
        {t('exceptions:together.none')}
      </Button>
    );
  if (count === 0) return null;
  return (
    <>
      <WorkingButton variant="subtle" working={isWorking} onClick={() => void choose()}>
        {count > togetherMax
          ? t('exceptions:together.oldest', { most: formatNumber(togetherMax), count })
          : t('exceptions:together.all', { count })}
      </WorkingButton>
      {failed && <span className={classes['warn']}>{t('exceptions:together.failed')}</span>}
    </>
  );
}

/** What was done, and each that was left as it is with its reason. */
function Told({ ended: { answer, of } }: { ended: Ended }) {
  const { t } = useTranslation(['exceptions', 'reconciliation']);
  const done = answer.rows.filter(({ refused }) => refused === null).length;
  const left = answer.rows.flatMap(({ id, refused }) => {
    const row = of.get(id);
    return row && refused ? [{ row, refused }] : [];
  });
  return (
    <div className={classes['told']} role="status">
      <strong>{t(`exceptions:together.${answer.isAsked ? 'asked' : 'done'}`, { count: done })}</strong>
      {left.length > 0 && (
        <>
          <span>{t('exceptions:together.left', { count: left.length })}</span>
          <ul className={classes['left']}>
            {left.map(({ row, refused }) => (
              <li key={row.id}>
                <ExceptionOutcome row={row} t={t} /> <ExceptionPlace row={row} />{' '}
                <Amount amountMinor={row.differenceMinor} signed currency={row.currency} />
                <span className={classes['hint']}>{t(`exceptions:refused.${refused}`)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
