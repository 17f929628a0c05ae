import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Who names the tab: what went wrong before the screen, the screen before the menu's word for its place. */
const ranks = ['place', 'screen', 'failure'] as const;
type Rank = (typeof ranks)[number];

const wanted = new Set<{ title: string; rank: Rank }>();

function show(): void {
  const last = [...wanted].sort((a, b) => ranks.indexOf(a.rank) - ranks.indexOf(b.rank)).at(-1);
  if (last) document.title = last.title;
}

/** Names the tab for as long as the component stands. */
export function useTitle(name: string | undefined, rank: Rank): void {
  const { t } = useTranslation('common');
  const product = t('common:appName');
  useEffect(() => {
    const own = { title: name === undefined ? product : `${name} · ${product}`, rank };
    wanted.add(own);
    show();
    return () => {
      wanted.delete(own);
      show();
    };
  }, [name, rank, product]);
}
