import type { AuditFacts, AuditRow } from '@mizan/contract/audit.ts';
import { inLanguage, isListed } from '@mizan/contract/fact-words.ts';
import { bankOf } from '@mizan/contract/saudi-banks.ts';
import { IconArrowNarrowRight } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { paramName, paramText } from '../../platform/facts.words.ts';
import { formatNumber, locale } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import classes from './audit.module.css';

type Value = AuditFacts[string];

interface AuditChangeProps {
  row: Pick<AuditRow, 'before' | 'after'>;
  /** What stands where nothing changed: a cell's dash, nothing where there is no cell. */
  otherwise?: string | null;
}

/** What a change is about where no number names it: said also where it stayed as it was. */
const namingFacts: ReadonlySet<string> = new Set(['scheme', 'ruleName']);

/** What was before and after, fact by fact; what else stayed as it was, or never was, goes without a word. */
export function AuditChange({ row, otherwise = '—' }: AuditChangeProps) {
  const [before, after] = [inLanguage(row.before, language), inLanguage(row.after, language)];
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !isEmpty(before?.[name]) || !isEmpty(after?.[name]),
  );
  const isSame = (name: string): boolean => Boolean(before && after) && before?.[name] === after?.[name];
  const isNaming = (name: string): boolean => namingFacts.has(name);
  const said = [...names.filter(isNaming), ...names.filter((name) => !isNaming(name) && !isSame(name))];
  if (said.length === 0) return otherwise;
  return (
    <ul className={classes['facts']}>
      {said.map((name) => (
        <Fact
          key={name}
          name={name}
          before={isSame(name) ? undefined : before?.[name]}
          after={after?.[name]}
        />
      ))}
    </ul>
  );
}

const isEmpty = (value: Value | undefined): boolean => value === undefined || value === null || value === '';

function Fact({
  name,
  before,
  after,
}: {
  name: string;
  before?: Value | undefined;
  after?: Value | undefined;
}) {
  const { t } = useTranslation('audit');
  const changed = before !== undefined && after !== undefined;
  return (
    <li>
      <span className={classes['quiet']}>{factName(t, name)}</span>{' '}
      {before !== undefined && <FactValue name={name} value={before} />}
      {changed && (
        <>
          <IconArrowNarrowRight size={14} stroke={2} className={classes['arrow'] ?? ''} aria-hidden="true" />
          <span className="mz-visually-hidden">{t('audit:becomes')}</span>
        </>
      )}
      {after !== undefined && <FactValue name={name} value={after} />}
    </li>
  );
}

/** 'branchName 2' is the second branch's name, and 'accounts.bank 12' of the bank of that number: the word and which one. */
function factName(t: TFunction, name: string): string {
  const [word = '', place] = name.split(' ');
  const text = paramName(t, word);
  return place === undefined ? text : `${text} ${place.split('.').map(Number).map(formatNumber).join('.')}`;
}

/** The names of places are many, and few entries have one: they load where one is shown. */
const PlaceName = lazyPart(() => import('./place-name.tsx'));
const placeFacts: ReadonlySet<string> = new Set(['region', 'city', 'district']);

/** What entries said in one text before each field was a parameter of its own; no new entry has one. */
const OldEntry = lazyPart(() => import('./old-entry.tsx'));
const oldFacts: ReadonlySet<string> = new Set(['accounts', 'ruleForm']);

/** Shown as they were written: names of files, and a bank's month, which is a month of its own calendar. */
const asWritten: ReadonlySet<string> = new Set(['fileName', 'earlierFileName', 'month']);

/** Of a bank and a place the name, where the form keeps a code. */
function NamedValue({ fact, value }: { fact: string; value: string }) {
  if (fact === 'bank') return <bdi>{bankOf(value)?.[language] ?? value}</bdi>;
  if (asWritten.has(fact)) return <bdi translate="no">{value}</bdi>;
  if (!placeFacts.has(fact)) return <bdi>{value}</bdi>;
  return (
    <Suspense fallback={<bdi>{value}</bdi>}>
      <PlaceName kind={fact} value={value} />
    </Suspense>
  );
}

/** What stands in a list, each in the reader's words; null of what is one thing. */
function wordsOf(t: TFunction, name: string, value: string): string[] | null {
  const each = value.split(', ');
  if (name === 'fields') return each.map((field) => factName(t, field));
  return isListed(name) ? each.map((one) => paramText(t, name, one)) : null;
}

function FactValue({ name, value }: { name: string; value: Value }) {
  const { t } = useTranslation('facts');
  if (isEmpty(value)) return <>—</>;
  if (oldFacts.has(name))
    return (
      <Suspense fallback={<bdi>{String(value)}</bdi>}>
        <OldEntry name={name} text={String(value)} />
      </Suspense>
    );
  const words = typeof value === 'string' ? wordsOf(t, name, value) : null;
  if (!words) {
    const said = paramText(t, name, value);
    return said === value ? <NamedValue fact={name} value={said} /> : <bdi>{said}</bdi>;
  }
  return <bdi>{new Intl.ListFormat(locale, { type: 'unit' }).format(words)}</bdi>;
}
