import type { Flat } from '@mizan/contract/fact.ts';
import { wordedAs } from '@mizan/contract/fact-words.ts';
import type { FactId, Told } from '@mizan/contract/facts.ts';
import {
  formatAmount,
  formatBytes,
  formatDate,
  formatDateTime,
  formatNumber,
  formatPercent,
} from './formats.ts';

type Translate = (key: string, values: Record<string, unknown>) => string;

/** What happened, in a few words; the namespace 'facts' has to be there. */
export const factTitle = (t: Translate, fact: FactId): string => t(`facts:title.${fact}`, {});

/** The same of something that happened to a transaction: what gives money back is no payment that started. */
export const eventTitle = (
  t: (key: string | string[], values: Record<string, unknown>) => string,
  fact: FactId,
  isBack: boolean,
): string => (isBack ? t([`facts:back.${fact}`, `facts:title.${fact}`], {}) : factTitle(t, fact));

/** What a parameter is called; one of several of a kind, 'ruleForm.group', by the words of its kind. */
export const paramName = (t: Translate, name: string): string =>
  t(name.includes('.') ? `facts:part.${name}` : `facts:name.${name}`, { defaultValue: name });

/** Whether the values of a parameter are words of ours rather than texts of people: the words of facts say so by having it. */
const isWorded = (t: Translate, name: string): boolean =>
  typeof (t(`facts:word.${name}`, { returnObjects: true, defaultValue: '' }) as unknown) === 'object';

/** A calendar day as the portal writes it down, in a parameter that is one by its name: a text of people may look the same. */
const dayShape = /^\d{4}-\d\d-\d\d$/;
const dayNames = /(?:Day|On|From|Date)$|^(?:from|to)$/;

/** A parameter in the reader's words: ours where its value is a word of ours, else as people wrote it. */
export function paramText(t: Translate, name: string, value: Flat): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return t(value ? 'facts:yes' : 'facts:no', {});
  if (typeof value === 'string') {
    if (name.endsWith('At')) return formatDateTime(value);
    if (dayNames.test(name) && dayShape.test(value)) return formatDate(value);
    const word = wordedAs(name);
    return isWorded(t, word) ? t(`facts:word.${word}.${value}`, { defaultValue: value }) : value;
  }
  if (name.endsWith('Minor')) return formatAmount(value);
  if (name.endsWith('Bps')) return formatPercent(value);
  return name === 'sizeBytes' ? formatBytes(value) : formatNumber(value);
}

interface Line {
  fact: FactId;
  by: string | null;
  params: Told;
}

/** What stands beside a line of a record, or nothing: 'Declined, Sara: seen on the bank statement'. */
export function factDetail(t: Translate, { fact, by, params }: Line): string {
  const said = Object.entries(params).map(([name, value]) => [name, paramText(t, name, value)] as const);
  const text = t(`facts:detail.${fact}`, { defaultValue: '', by: by ?? '', ...Object.fromEntries(said) });
  const differs = params['differs'] ? paramText(t, 'differs', params['differs']) : '';
  return differs === '' ? text : text + t('facts:comma', {}) + differs;
}
