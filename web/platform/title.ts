import { besideEachOther } from '@mizan/contract/apart.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

/** Who names the tab: what went wrong before the screen, the screen before the menu's word for its place. */
const ranks = ['place', 'screen', 'failure'] as const;
type Rank = (typeof ranks)[number];

const wanted = new Set<{ title: string; name: string | undefined; rank: Rank }>();
const watchers = new Set<() => void>();

const last = () => [...wanted].sort((a, b) => ranks.indexOf(a.rank) - ranks.indexOf(b.rank)).at(-1);

function show(): void {
  const shown = last();
  if (shown) document.title = shown.title;
  for (const tell of watchers) tell();
}

function watch(tell: () => void): () => void {
  watchers.add(tell);
  return () => void watchers.delete(tell);
}

/** What the screen that shows calls itself, without the product; undefined until it has said so. */
export const useShownName = (): string | undefined => useSyncExternalStore(watch, () => last()?.name);

/** Names the tab for as long as the component stands. */
export function useTitle(name: string | undefined, rank: Rank): void {
  const { t } = useTranslation('common');
  const product = t('common:appName');
  useEffect(() => {
    const own = { name, title: name === undefined ? product : besideEachOther([name, product]), rank };
    wanted.add(own);
    show();
    return () => {
      wanted.delete(own);
      show();
    };
  }, [name, rank, product]);
}
