import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCornerDownLeft, IconSearch, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { takeTyped } from '../../platform/typed-ahead.ts';
import { useIsPhone } from '../../ui/screen-width.ts';
import classes from './palette.module.css';
import type { Kind } from './palette-find.ts';
import type { FoundSections, KindCount, Row, Section } from './palette-parts.tsx';

const typingMs = 120;
const textMax = 80;

export interface PaletteProps {
  onClose: () => void;
  onKeys: () => void;
}
interface FinderProps extends PaletteProps {
  asked: Asked;
  /** What the text finds: of a merchant or of the platform. */
  found: FoundSections;
  placeholder: string;
}

/** What is asked of a palette: the text, once the hand rests, and the kind that is shown alone. */
export function useAsked() {
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), typingMs);
  const [kind, setKind] = useState<Kind | 'all'>('all');
  return { typed, setTyped, text, kind, setKind };
}
type Asked = ReturnType<typeof useAsked>;

/** One field over any page: what is typed in it is `asked`, and what that finds is shown. */
export function Palette({ onClose, ...finder }: FinderProps) {
  const { t } = useTranslation(['palette', 'common']);
  const onPhone = useIsPhone();
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={640}
      fullScreen={onPhone}
      yOffset="10vh"
      centered={false}
      // A class of the content itself would be the layer's around it too, whose height it may not bound.
      classNames={{ content: classes['content'] ?? '' }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('palette:title')}>
        <Modal.Body p={0} className={classes['body'] ?? ''}>
          <Finder onPhone={onPhone} onClose={onClose} {...finder} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** What is typed, what it finds, and which of it is chosen; the keys of the field move among them. */
function useFinder(
  list: RefObject<HTMLDivElement | null>,
  { onKeys, asked, found }: Pick<FinderProps, 'onKeys' | 'asked' | 'found'>,
) {
  const { typed, setTyped, text: settledTyping, kind, setKind } = asked;
  const [at, setAt] = useState(0);
  /** Enter before what it is about was there: it is opened as soon as it is. */
  const [wanted, setWanted] = useState<'here' | 'newTab' | null>(null);
  const isReady = found.isSettled && settledTyping === typed.trim();
  const count = found.sections.reduce((sum, { rows }) => sum + rows.length, 0);
  const active = Math.min(at, count - 1);

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    if (!wanted || !isReady) return;
    setWanted(null);
    const row = list.current?.querySelector<HTMLAnchorElement>('[aria-selected="true"]');
    // A window of the same session: one without an opener would have to sign in again.
    if (wanted === 'newTab') window.open(row?.href, '_blank');
    else row?.click();
  }, [wanted, isReady, list]);

  function choose(next: Kind | 'all'): void {
    setKind(next);
    setAt(0);
  }
  function type(text: string): void {
    setTyped(text);
    setAt(0);
    setWanted(null);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = stepOf(event, count, active);
    if (step !== undefined) setAt(step);
    else if (event.key === 'Tab') choose(besideKind(found.counts, kind, event.shiftKey ? -1 : 1));
    else if (event.key === 'Enter') setWanted(event.ctrlKey || event.metaKey ? 'newTab' : 'here');
    else if (typed === '' && isQuestion(event)) onKeys();
    else return;
    event.preventDefault();
  }
  return { ...found, typed, type, kind, choose, active, point: setAt, isReady, count, onKeyDown };
}

function Finder({ onPhone, onClose, onKeys, asked, found, placeholder }: FinderProps & { onPhone: boolean }) {
  const { t } = useTranslation('palette');
  const list = useRef<HTMLDivElement>(null);
  const finder = useFinder(list, { onKeys, asked, found });
  const { counts, sections, isPartial, active, isReady, count } = finder;
  const listId = useId();
  const idOf = (index: number): string => `${listId}-${index}`;
  return (
    <>
      <Head
        finder={finder}
        placeholder={placeholder}
        listId={listId}
        activeId={count > 0 ? idOf(active) : undefined}
        onPhone={onPhone}
        onClose={onClose}
      />
      {finder.typed.trim() !== '' && (
        <KindsLine counts={counts} chosen={finder.kind} onChoose={finder.choose} />
      )}
      <p role="status" className="mz-visually-hidden">
        {isReady && t('palette:found', { count })}
      </p>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={t('palette:results')}
        className={classes['list']}
      >
        {sections.map((section, place) => (
          <Group
            key={section.id}
            section={section}
            from={sections.slice(0, place).reduce((sum, each) => sum + each.rows.length, 0)}
            active={active}
            idOf={idOf}
            onPoint={finder.point}
            onClose={onClose}
          />
        ))}
      </div>
      {isReady && count === 0 && (
        <p className={classes['none']}>{t(finder.kind === 'all' ? 'palette:nothing' : 'palette:none')}</p>
      )}
      {isPartial && <p className={classes['partial']}>{t('palette:partial')}</p>}
      {!onPhone && <Foot onKeys={onKeys} />}
    </>
  );
}

interface HeadProps {
  finder: ReturnType<typeof useFinder>;
  placeholder: string;
  listId: string;
  activeId: string | undefined;
  onPhone: boolean;
  onClose: () => void;
}

function Head({ finder, placeholder, listId, activeId, onPhone, onClose }: HeadProps) {
  const { t } = useTranslation(['palette', 'common']);
  return (
    <div className={classes['head']}>
      <IconSearch size={20} stroke={1.6} aria-hidden="true" />
      <input
        data-autofocus
        role="combobox"
        aria-label={t('palette:title')}
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        className={classes['field']}
        placeholder={placeholder}
        maxLength={textMax}
        autoComplete="off"
        spellCheck={false}
        value={finder.typed}
        onChange={(event) => finder.type(event.currentTarget.value)}
        onFocus={() => {
          const ahead = takeTyped();
          if (ahead !== '') finder.type(ahead.slice(0, textMax));
        }}
        onKeyDown={finder.onKeyDown}
      />
      <button
        type="button"
        className={classes['close']}
        aria-label={onPhone ? t('common:actions.close') : `${t('common:actions.close')} Esc`}
        onClick={onClose}
      >
        {onPhone ? <IconX size={20} stroke={1.6} aria-hidden="true" /> : <kbd>Esc</kbd>}
      </button>
    </div>
  );
}

/** Where the arrows and Home and End lead; undefined of other keys. */
function stepOf({ key }: KeyboardEvent, count: number, active: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (active + 1) % count;
  if (key === 'ArrowUp') return (active + count - 1) % count;
  if (key === 'PageDown') return Math.min(active + 5, count - 1);
  if (key === 'PageUp') return Math.max(active - 5, 0);
  return undefined;
}

/** The mark of a question, on an Arabic keyboard too. */
const isQuestion = ({ key }: KeyboardEvent): boolean => key === '?' || key === '\u061f';

function besideKind(counts: readonly KindCount[], chosen: Kind | 'all', by: 1 | -1): Kind | 'all' {
  const all = ['all' as const, ...counts.map(({ kind }) => kind)];
  return all[(all.indexOf(chosen) + by + all.length) % all.length] ?? 'all';
}

function KindsLine({
  counts,
  chosen,
  onChoose,
}: {
  counts: readonly KindCount[];
  chosen: Kind | 'all';
  onChoose: (kind: Kind | 'all') => void;
}) {
  const { t } = useTranslation('palette');
  return (
    <div className={classes['kinds']}>
      <div role="group" aria-label={t('palette:kinds')} className={classes['kindsList']}>
        <button type="button" aria-pressed={chosen === 'all'} onClick={() => onChoose('all')}>
          {t('palette:kind.all')}
        </button>
        {counts.map(({ kind, count, isMore }) => (
          <button key={kind} type="button" aria-pressed={chosen === kind} onClick={() => onChoose(kind)}>
            {t(`palette:kind.${kind}`)}{' '}
            <bdi>{isMore ? t('palette:more', { count }) : formatNumber(count)}</bdi>
          </button>
        ))}
      </div>
      <kbd aria-hidden="true">Tab</kbd>
    </div>
  );
}

interface GroupProps {
  section: Section;
  /** The place of its first row among all of them. */
  from: number;
  active: number;
  idOf: (index: number) => string;
  onPoint: (index: number) => void;
  onClose: () => void;
}

function Group({ section, from, active, idOf, onPoint, onClose }: GroupProps) {
  const { t } = useTranslation('palette');
  const headingId = useId();
  return (
    <div role="group" aria-labelledby={headingId}>
      <div id={headingId} role="presentation" className={classes['heading']}>
        {t(`palette:heading.${section.id}`)}
      </div>
      {section.rows.map((row, index) => (
        <Option
          key={row.id}
          row={row}
          id={idOf(from + index)}
          isActive={from + index === active}
          onPoint={() => onPoint(from + index)}
          onClose={onClose}
        />
      ))}
    </div>
  );
}

interface OptionProps {
  row: Row;
  id: string;
  isActive: boolean;
  onPoint: () => void;
  onClose: () => void;
}

function Option({ row, id, isActive, onPoint, onClose }: OptionProps) {
  const leave = (event: MouseEvent): void => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onClose();
  };
  return (
    <Link
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      to={row.to}
      search={(row.search ?? {}) as never}
      className={classes['row'] ?? ''}
      onMouseMove={isActive ? undefined : onPoint}
      onClick={leave}
    >
      <span className={classes['icon']} aria-hidden="true">
        {row.icon}
      </span>
      <span className={classes['text']}>{row.content}</span>
      {row.end !== undefined && <span className={classes['end']}>{row.end}</span>}
      {isActive && (
        <kbd className={classes['enter']} aria-hidden="true">
          <IconCornerDownLeft size={12} stroke={2} className="mz-mirror" />
        </kbd>
      )}
    </Link>
  );
}

function Foot({ onKeys }: { onKeys: () => void }) {
  const { t } = useTranslation('palette');
  return (
    <div className={classes['foot']}>
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('palette:foot.choose')}
      </span>
      <span>
        <kbd>↵</kbd> {t('palette:foot.open')}
      </span>
      <span>
        <bdi dir="ltr">
          <kbd>Ctrl</kbd> <kbd>↵</kbd>
        </bdi>{' '}
        {t('palette:foot.newTab')}
      </span>
      <button type="button" onClick={onKeys}>
        <kbd aria-hidden="true">?</kbd> {t('palette:foot.keys')}
      </button>
    </div>
  );
}
