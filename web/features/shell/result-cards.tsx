import { paths } from '@mizan/contract/paths.ts';
import { useNavigate } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { closeCards, closeResult, type Result } from '../../platform/results.store.ts';
import { useIsPhone } from '../../ui/screen-width.ts';
import { ResultCard } from './result-card.tsx';
import classes from './result-cards.module.css';

/** How long an approval stands; whatever else stands until it is closed. */
const standsMs = 8_000;
const tickMs = 500;
/** A phone has no room for more than the newest. */
const shownAtOnce = { desktop: 3, phone: 1 } as const;

export interface ResultCardsProps {
  results: readonly Result[];
  /** There are more than are kept. */
  hasMore: boolean;
  /** A dialog lies over the page: nobody can read the cards now. */
  covered: boolean;
}

/** The newest results as cards at the edge, and how many more there are. */
export default function ResultCards({ results, hasMore, covered }: ResultCardsProps) {
  const { t } = useTranslation('payment');
  const [pointed, setPointed] = useState(false);
  const isPhone = useIsPhone();
  const shown = isPhone ? shownAtOnce.phone : shownAtOnce.desktop;
  const cards = results.slice(0, shown);
  const keep = useStanding(results, cards, pointed || covered);
  const more = results.length - cards.length;
  const stack = useRoom(isPhone ? '--results-row' : '--under-results');
  return (
    <div
      ref={stack}
      className={classes['stack']}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
    >
      {cards.map((result) => (
        <ResultCard key={result.transactionId} result={result} onKeep={keep} />
      ))}
      {(more > 0 || hasMore) && (
        <div className={classes['more']}>
          <span>{moreText(more, hasMore, t)}</span>
          <MoreActions />
        </div>
      )}
    </div>
  );
}

/**
 * Of the cards' element: tells its height and the margins around it, so that no button stays under it. A phone's frame
 * gives it a row above the bar; elsewhere pages end so much further down.
 */
function useRoom(name: '--results-row' | '--under-results') {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      const blockPx = entry?.borderBoxSize[0]?.blockSize ?? 0;
      style.setProperty(name, `calc(${Math.ceil(blockPx)}px + 2 * var(--mz-s2))`);
    });
    if (element.current) observer.observe(element.current);
    return () => {
      observer.disconnect();
      style.removeProperty(name);
    };
  }, [name]);
  return element;
}

function moreText(more: number, hasMore: boolean, t: TFunction): string {
  if (!hasMore) return t('payment:results.more', { count: more });
  return more === 0
    ? t('payment:results.others')
    : t('payment:results.atLeast', { number: formatNumber(more) });
}

function MoreActions() {
  const { t } = useTranslation('payment');
  const navigate = useNavigate();
  function openList(): void {
    closeCards();
    void navigate({ to: paths.transactions });
  }
  return (
    <>
      <button type="button" className={classes['open']} onClick={openList}>
        {t('payment:results.open')}
      </button>
      <button type="button" onClick={closeCards}>
        {t('payment:results.closeAll')}
      </button>
    </>
  );
}

/**
 * Closes approvals that have stood their time. One that was missed while the window was away has its time from when it
 * is drawn. Answers how a card says, once it knows its payment, that it stays.
 */
function useStanding(results: readonly Result[], drawn: readonly Result[], paused: boolean) {
  const ages = useRef(new Map<string, number>());
  const staying = useRef(new Set<string>());
  const tick = useEffectEvent(() => {
    if (paused) return;
    for (const { transactionId, approved, missed, heardAtMs } of results) {
      if (!approved || staying.current.has(transactionId)) continue;
      if (missed && !drawn.some((each) => each.transactionId === transactionId)) continue;
      // Told again, it stands again.
      const key = `${transactionId} ${heardAtMs}`;
      const ageMs = (ages.current.get(key) ?? 0) + tickMs;
      ages.current.set(key, ageMs);
      if (ageMs < standsMs) continue;
      ages.current.delete(key);
      closeResult(transactionId);
    }
  });
  useEffect(() => {
    const timer = setInterval(() => tick(), tickMs);
    return () => clearInterval(timer);
  }, []);
  return useCallback((transactionId: string) => void staying.current.add(transactionId), []);
}
