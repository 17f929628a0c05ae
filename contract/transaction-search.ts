import { latinDigits, parseAmount } from './money.ts';

/**
 * What a text that was typed or pasted into the search may name. The portal looks for it in every way, the screen says
 * which, and offers each by itself: nothing is found by a reading that nobody was told of.
 */
export const searchKinds = [
  'number',
  'rrn',
  'approvalCode',
  'stanAtTerminal',
  'stan',
  'terminal',
  'lastFour',
  'amount',
  'orderRef',
] as const;
export type SearchKind = (typeof searchKinds)[number];

export interface SearchReading {
  readonly as: SearchKind;
  /** In Latin digits; of an amount whole minor units. */
  readonly value: string | number;
  /** Of a STAN at a terminal: which one, as every terminal counts its own. */
  readonly tid?: string;
}

const largestId = 9_223_372_036_854_775_807n;
/** Marks of direction come along when people copy from a page or a slip. */
const marks = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g;
const wideSpaces = /[\u00a0\u202f\t]/g;

/** The labels of a slip, in both languages, anywhere in a pasted line; what they name follows, or stands before. */
const labels = {
  rrn: /(?:\bRRN\b|الرقم المرجعي|المرجع)[\s:：#.()-]*(?:\(?RRN\)?[\s:]*)?([0-9A-Z](?: ?[0-9A-Z]){11})(?![0-9A-Z])/i,
  approvalCode:
    /(?:\b(?:approval|auth(?:orization|orisation)?)(?: ?code)?\b|رمز الموافقة|رقم الموافقة)[\s:：#.|·-]*(?:رمز الموافقة[\s:]*)?([0-9A-Z]{6})(?![0-9A-Z])/i,
  approvalCodeBefore: /(?<![0-9A-Z])([0-9A-Z]{6})[\s|·]+(?:approval code|رمز الموافقة)/i,
  stan: /(?:\bSTAN\b|رقم التتبع)[\s:：#.()-]*(?:\(?STAN\)?[\s:]*)?(\d{6})(?!\d)/i,
  tid: /(?:\bTID\b|\bterminal(?: id| number)?\b|رقم الجهاز|الجهاز)[\s:：#.()-]*(\d{8,16})(?!\d)/i,
  number: /(?:#|(?:\btransaction|\bpayment|العملية)(?: رقم)?\s*#?\s*)([1-9]\d{0,18})(?!\d)/i,
  card: /(?:[*•xX]{2,}[\s*•xX]*|(?:card|البطاقة)[\s:]*)(\d{4})(?!\d)/,
  amount:
    /(?:\bSAR\b|\bSR\b|ر\.? ?س\.?|ريال|﷼)\s*([\d,.٬٫]+)|([\d,.٬٫]+)\s*(?:\bSAR\b|\bSR\b|ر\.? ?س|ريال|﷼)/i,
} as const;

const number = (digits: string): SearchReading[] =>
  BigInt(digits) <= largestId ? [{ as: 'number', value: digits }] : [];

/** '1,249.00', '٢٤٩٫٥٠', and '249,50' with a comma before two halalas. */
function amount(text: string): SearchReading[] {
  const commaDecimal = /^(\d+),(\d{2})$/.exec(text);
  const parsed = parseAmount(commaDecimal ? `${commaDecimal[1]}.${commaDecimal[2]}` : text);
  return parsed.ok ? [{ as: 'amount', value: parsed.amountMinor }] : [];
}

/** A STAN, of its terminal where that is named. */
function counted(stan: string, tid: string | undefined): SearchReading {
  return tid === undefined ? { as: 'stan', value: stan } : { as: 'stanAtTerminal', value: stan, tid };
}

/**
 * What the labels of a slip say that it is; empty where there are none. Where they name what one payment alone has, the
 * card and the amount beside it are not looked for: they would find every other payment of that amount. A STAN is of few
 * payments, a terminal of many: it is looked for where nothing beside it says more.
 */
function labelled(text: string): SearchReading[] {
  const found = (label: keyof typeof labels): string | undefined => {
    const groups = labels[label].exec(text);
    return (groups?.[1] ?? groups?.[2])?.replaceAll(' ', '').toUpperCase();
  };
  const [rrn, code, id, stan, tid, card, sum] = [
    found('rrn'),
    found('approvalCode') ?? found('approvalCodeBefore'),
    found('number'),
    found('stan'),
    found('tid'),
    found('card'),
    found('amount'),
  ];
  const ofOnePayment: SearchReading[] = [
    ...(rrn ? [{ as: 'rrn', value: rrn } as const] : []),
    ...(code ? [{ as: 'approvalCode', value: code } as const] : []),
    ...(id ? number(id) : []),
  ];
  if (ofOnePayment.length > 0) return ofOnePayment;
  if (stan) return [counted(stan, tid)];
  const ofSeveral: SearchReading[] = [
    ...(card ? [{ as: 'lastFour', value: card } as const] : []),
    ...(sum ? amount(sum) : []),
  ];
  return ofSeveral.length === 0 && tid ? [{ as: 'terminal', value: tid }] : ofSeveral;
}

/** What a text without a label may be. */
function plain(text: string): SearchReading[] {
  const compact = text.replaceAll(' ', '').toUpperCase();
  const id = /^[1-9]\d{0,18}$/.test(compact) ? number(compact) : [];
  const isSum = /[.٫]\d/.test(text) || /^\d{1,3}(?:[,٬]\d{3})+$|^\d+,\d{2}$/.test(compact);
  return [
    ...id,
    ...(/^[0-9A-Z]{12}$/.test(compact) ? [{ as: 'rrn', value: compact } as const] : []),
    ...(/^(?=.*\d)[0-9A-Z]{6}$/.test(compact) ? [{ as: 'approvalCode', value: compact } as const] : []),
    ...(/^\d{4}$/.test(compact) ? [{ as: 'lastFour', value: compact } as const] : []),
    ...(isSum ? amount(text) : []),
  ];
}

/**
 * Every way in which the text is looked for, the likeliest first, none twice. Any digits; an order reference is looked
 * for just as it was given, and with Latin digits.
 */
export function readSearch(typed: string): SearchReading[] {
  const given = typed.replace(marks, '').replace(wideSpaces, ' ').trim();
  const latin = latinDigits(given);
  const byLabel = labelled(latin);
  const readings = byLabel.length > 0 ? byLabel : plain(latin);
  const references = [...new Set([given, latin])]
    .filter((text) => text !== '')
    .map((value): SearchReading => ({ as: 'orderRef', value }));
  return [...readings, ...references];
}

/** Whether a search, or the one reading of it that was chosen, finds few payments over all time: all do but that of a terminal. */
export const findsFew = (typed: string, only?: SearchKind): boolean =>
  readSearch(typed).every(({ as }) => as !== 'terminal' || (only !== undefined && only !== as));
