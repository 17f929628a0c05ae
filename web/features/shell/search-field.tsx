import { IconSearch } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../platform/lazy-part.ts';
import { holdTyping } from '../../platform/typed-ahead.ts';
import classes from './search-field.module.css';
import { useSingleKeys } from './single-keys.ts';

/** Whose things are searched. */
export type Searched = 'merchant' | 'admin';
const placeholders = {
  merchant: 'shell:search.placeholder',
  admin: 'shell:search.adminPlaceholder',
} as const;

const SearchDialogs = lazyPart(() => import('./search-dialogs.tsx'));

export type Shown = 'find' | 'keys' | null;
const typedInto = 'input, textarea, select, [contenteditable="true"]';

/** What a key asks for. Ctrl K by its place, so that it is the same key in Arabic; '?' in both languages. */
function askedBy(event: KeyboardEvent, answersSingle: boolean): Shown {
  if (event.altKey || document.querySelector('[aria-modal="true"]')) return null;
  if ((event.ctrlKey || event.metaKey) && !event.shiftKey) return event.code === 'KeyK' ? 'find' : null;
  const isTyping = event.target instanceof Element && event.target.closest(typedInto) !== null;
  if (isTyping || !answersSingle || event.ctrlKey || event.metaKey) return null;
  if (event.key === '?' || event.key === '\u061f') return 'keys';
  return event.key === '/' ? 'find' : null;
}

/** Opens the command palette from anywhere: in the header by a click, by Ctrl K or '/'. '?' shows the keys. */
export function SearchField({ of, onPhone }: { of: Searched; onPhone: boolean }) {
  const { t } = useTranslation('shell');
  const [shown, setShown] = useState<Shown>(null);
  const [answersSingle] = useSingleKeys();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const asked = askedBy(event, answersSingle);
      if (asked === null) return;
      event.preventDefault();
      setShown(asked);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [answersSingle]);
  useEffect(() => (shown === 'find' ? holdTyping() : undefined), [shown]);

  return (
    <>
      <button
        type="button"
        className={onPhone ? classes['icon'] : classes['search']}
        aria-label={onPhone ? t('shell:search.label') : undefined}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => setShown('find')}
      >
        <IconSearch size={onPhone ? 20 : 18} stroke={1.6} aria-hidden="true" />
        {!onPhone && (
          <>
            <span className={classes['words']}>{t(placeholders[of])}</span>
            <kbd className={classes['key']} aria-hidden="true">
              Ctrl K
            </kbd>
          </>
        )}
      </button>
      <Suspense>{shown !== null && <SearchDialogs of={of} shown={shown} onShow={setShown} />}</Suspense>
    </>
  );
}
