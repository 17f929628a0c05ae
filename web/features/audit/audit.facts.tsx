import type { AuditFacts, AuditRow } from '@mizan/contract/audit.ts';
import { IconArrowNarrowRight } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatBytes, formatNumber, locale } from '../../platform/formats.ts';
import classes from './audit.module.css';

type Value = AuditFacts[string];

/** What was before and after, fact by fact; what stayed as it was, or never was, goes without a word. */
export function AuditChange({ row }: { row: Pick<AuditRow, 'before' | 'after'> }) {
  const { before, after } = row;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !isEmpty(before?.[name]) || !isEmpty(after?.[name]),
  );
  const changed = names.filter((name) => !before || !after || before[name] !== after[name]);
  if (changed.length === 0) return <>—</>;
  return (
    <ul className={classes['facts']}>
      {changed.map((name) => (
        <Fact key={name} name={name} before={before?.[name]} after={after?.[name]} />
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

/** 'branchName 2' is the second branch's name: the word in this language, and which one. */
function factName(t: TFunction, name: string): string {
  const [word = '', place] = name.split(' ');
  const text = t(`audit:facts.${word}`, { defaultValue: word });
  return place === undefined ? text : `${text} ${place.split('.').map(Number).map(formatNumber).join('.')}`;
}

/** Facts whose values are words of ours rather than texts of people. */
const worded = new Set(['reason', 'method', 'state', 'status', 'language', 'digits', 'calendar']);
/** Facts that name several things at once, parted by commas, and the texts of each. */
const listed = new Map([
  ['fields', (t: TFunction, each: string) => factName(t, each)],
  ['mutedNotices', (t: TFunction, each: string) => t(`audit:mutedNotices.${each}`, { defaultValue: each })],
]);

function FactValue({ name, value }: { name: string; value: Value }) {
  const { t } = useTranslation('audit');
  if (isEmpty(value) || value === null) return <>—</>;
  if (typeof value === 'boolean') return <>{t(value ? 'audit:yes' : 'audit:no')}</>;
  if (typeof value === 'number') {
    if (name === 'amountMinor') return <bdi>{formatAmount(value)}</bdi>;
    return <bdi>{name === 'sizeBytes' ? formatBytes(value) : formatNumber(value)}</bdi>;
  }
  const wordOf = listed.get(name);
  if (wordOf) {
    const words = value.split(', ').map((each) => wordOf(t, each));
    return <bdi>{new Intl.ListFormat(locale, { type: 'unit' }).format(words)}</bdi>;
  }
  return <bdi>{worded.has(name) ? t(`audit:${name}.${value}`, { defaultValue: value }) : value}</bdi>;
}
