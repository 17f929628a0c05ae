import { plainIban } from '@mizan/contract/iban.ts';
import {
  currencyOf,
  dayOf,
  type LineReason,
  minorOf,
  type Statement,
  type StatementLine,
  statementLimits,
  unreadable,
} from './statement.ts';

interface Field {
  tag: string;
  line: number;
  text: string;
}

/** Fields of a message, ':61:…', with the lines that go on with them. What stands between messages is left out. */
function fieldsOf(content: string): Field[] {
  const fields: Field[] = [];
  for (const [index, text] of content.split(/\r\n|\r|\n/).entries()) {
    // Banks have fields of their own, too, such as ':NS:'.
    const head = /^:(\d\d[A-Z]?|[A-Z]{2}):(.*)$/.exec(text);
    const last = fields.at(-1);
    if (head) fields.push({ tag: head[1] ?? '', line: index + 1, text: head[2] ?? '' });
    else if (last && !/^(-\}?|\{.*)$/.test(text) && last.text.length < 2_000) last.text += `\n${text}`;
    if (fields.length > statementLimits.linesMax * 3)
      throw unreadable('tooManyLines', { most: statementLimits.linesMax });
  }
  return fields;
}

/** 'YYMMDD' of this century. */
const dayFrom = (text: string): string | null =>
  dayOf(`20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`);

interface Balance {
  minor: number;
  currency: string;
}
/** 'C261122SAR1234,56' */
function balanceFrom(text: string): Balance | null {
  const found = /^([CD])\d{6}([A-Z]{3})(\d{1,13},\d{0,2})\s*$/.exec(text);
  const minor = found ? minorOf(found[3] ?? '') : null;
  if (!found || minor === null) return null;
  return { minor: found[1] === 'C' ? minor : -minor || 0, currency: found[2] ?? '' };
}

/** The account: behind the bank's own name of itself, without the currency behind an IBAN or the BIC on a line below it (25P). */
function accountOf(text: string): string | null {
  const [first = ''] = text.split('\n');
  const account = plainIban(first.split('/').at(-1) ?? '');
  return (/^(SA\d{22})[A-Z]{3}$/.exec(account)?.[1] ?? account) || null;
}

const plainText = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').trim().slice(0, statementLimits.textCharsMax);

/** A subfield of so many characters is full: the next one goes on with its word. */
const subfieldChars = 27;
/** Numbers of a booking and of accounts: the other subfields are words and names. */
const wordlessSubfields: ReadonlySet<string> = new Set(['10', '30', '31', '34']);

/** The words of an information field, whose subfields ('?20', '?21', …) banks cut anywhere; without any, all of it. */
function wordsOf(text: string): string {
  const [code = '', ...parts] = text.replaceAll('\n', '').split(/\?(?=\d\d)/);
  if (parts.length === 0 || !/^\d{0,3}$/.test(code)) return text;
  return parts
    .filter((part) => !wordlessSubfields.has(part.slice(0, 2)))
    .map((part) => part.slice(2) + (part.length - 2 < subfieldChars ? ' ' : ''))
    .join('');
}

const signs: Readonly<Record<string, number>> = { C: 1, D: -1, RC: -1, RD: 1 };

function lineFrom({ text, line }: Field, currencyCode: string | undefined): StatementLine | LineReason {
  const [first = '', ...below] = text.split('\n');
  const found = /^(\d{6})(?:\d{4})?(RC|RD|C|D)[A-Z]?(\d{1,13},\d{0,2})[A-Z][A-Z0-9]{3}(.*)$/.exec(first);
  if (!found) return 'shape';
  const valueDate = dayFrom(found[1] ?? '');
  if (valueDate === null) return 'date';
  const minor = minorOf(found[3] ?? '');
  if (minor === null || minor === 0) return 'amount';
  const currency = currencyOf(currencyCode);
  if (currency === null) return 'currency';
  // What the payer wrote may have a stroke in it; two of them part it from the bank's own.
  const [wrote = '', ...banks] = (found[4] ?? '').split('//');
  const [own, banksOwn] = [wrote.trim(), banks.join('//').trim()];
  return {
    line,
    valueDate,
    amountMinor: minor * (signs[found[2] ?? ''] ?? 1),
    currency,
    reference: banksOwn || (own === 'NONREF' ? '' : own),
    isBanksOwn: banksOwn !== '',
    // Until an information field says more.
    text: plainText(below.join(' ')),
    // As entries of statements that were entered before are known, whose text this was not.
    knownBy: '',
    isReversal: found[2] === 'RC' || found[2] === 'RD',
    isOff: false,
  };
}

/** MT940 (SWIFT), one message after the other. @throws Failure 'unreadableFile' */
export function readMt940(content: string): Statement[] {
  const statements: Statement[] = [];
  let currency: string | undefined;
  // What the next information field is about: nothing where its line could not be read.
  let last: StatementLine | null = null;
  let entryCount = 0;
  for (const field of fieldsOf(content)) {
    const statement = statements.at(-1);
    if (field.tag === '20') {
      statements.push({ account: null, openingMinor: null, closingMinor: null, lines: [], refused: [] });
      currency = undefined;
      last = null;
      continue;
    }
    if (!statement) continue;
    // What stands behind the balances is about the whole statement.
    if (field.tag !== '86') last = null;
    if (field.tag === '25' || field.tag === '25P') statement.account = accountOf(field.text);
    if (field.tag === '60F' || field.tag === '60M') {
      const balance = balanceFrom(field.text);
      statement.openingMinor = balance?.minor ?? null;
      currency = balance?.currency;
    }
    if (field.tag === '62F' || field.tag === '62M')
      statement.closingMinor = balanceFrom(field.text)?.minor ?? null;
    if (field.tag === '61') {
      const read = lineFrom(field, currency);
      last = typeof read === 'string' ? null : read;
      if (typeof read === 'string') statement.refused.push({ line: field.line, reason: read });
      else statement.lines.push(read);
      entryCount += 1;
      if (entryCount > statementLimits.linesMax)
        throw unreadable('tooManyLines', { most: statementLimits.linesMax });
    }
    if (field.tag === '86' && last)
      Object.assign(last, { text: plainText(wordsOf(field.text)), knownBy: plainText(field.text) });
  }
  if (statements.length === 0) throw unreadable('noStatement');
  return statements;
}
