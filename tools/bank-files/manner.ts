/** How a bank writes its file, drawn at random: each part by itself, and all of them together. */
export const manners = {
  titles: ['english', 'arabic', 'spanish'],
  digits: ['latin', 'arabicIndic'],
  amounts: ['point', 'grouped', 'comma', 'commaGrouped', 'dotThousands', 'halalas'],
  /** Where the file names its currency: nowhere, before or behind each figure, in a column, in the headings. */
  currency: ['none', 'before', 'behind', 'column', 'heading'],
  dates: ['dayFirst', 'monthFirst', 'iso', 'timeApart', 'dayAlone', 'settlementAlone'],
  /** Whose time is printed, and where the file says so. */
  clock: ['riyadh', 'utc', 'zoneColumn', 'abbreviation', 'offset', 'ofFile', 'ast'],
  signs: ['minus', 'word', 'direction', 'pair'],
  fees: ['apart', 'apartAndNet', 'within', 'netAlone', 'none'],
  /** Whether each line says that it was paid. */
  status: ['unsaid', 'said'],
  first: ['nothing', 'shop', 'mode', 'marker'],
  totals: ['none', 'grand', 'levels', 'datedLevels', 'payouts'],
  files: ['all', 'branch', 'mada', 'bank'],
  cutoff: ['22:00', '00:00', '02:00'],
  delimiter: [',', ';', '\t', '|'],
} as const;

export type Manner = { [Part in keyof typeof manners]: (typeof manners)[Part][number] };

/** Draws of which the later part cannot be written beside the earlier one are taken to one that can. */
export function writable(drawn: Manner): Manner {
  const manner = { ...drawn };
  const hasTime = manner.dates !== 'dayAlone' && manner.dates !== 'settlementAlone';
  if (!hasTime) manner.clock = 'riyadh';
  // A zone behind the time stands in its cell; a time of its own has a column beside it.
  if (manner.clock === 'zoneColumn' || manner.clock === 'ast') manner.dates = 'timeApart';
  // Which mark stands where, Arabic figures say themselves.
  if (manner.digits === 'arabicIndic' && manner.amounts !== 'halalas') manner.amounts = 'grouped';
  return manner;
}

export const hasTime = ({ dates }: Manner): boolean => dates !== 'dayAlone' && dates !== 'settlementAlone';
/** Whether every line of the file says which currency it is of. */
export const namesCurrency = ({ currency }: Manner): boolean => currency !== 'none' && currency !== 'heading';

const indic = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit)));

/** The figures of a text as the bank writes them. */
export const figures = ({ digits }: Manner, text: string): string =>
  digits === 'arabicIndic' ? indic(text) : text;

const grouped = (whole: string, mark: string): string => whole.replace(/\B(?=(?:\d{3})+$)/g, mark);

/** An amount without its currency. */
export function amountText(manner: Manner, minor: number): string {
  const sign = minor < 0 ? '-' : '';
  const whole = String(Math.floor(Math.abs(minor) / 100));
  const rest = String(Math.abs(minor) % 100).padStart(2, '0');
  if (manner.amounts === 'halalas') return figures(manner, String(minor));
  if (manner.digits === 'arabicIndic') return indic(`${sign}${grouped(whole, '٬')}٫${rest}`);
  switch (manner.amounts) {
    case 'point':
      return `${sign}${whole}.${rest}`;
    case 'grouped':
      return `${sign}${grouped(whole, ',')}.${rest}`;
    case 'comma':
      return `${sign}${whole},${rest}`;
    case 'commaGrouped':
      return `${sign}${grouped(whole, '.')},${rest}`;
    // '1.200': what is whole has no decimals.
    case 'dotThousands':
      return rest === '00' ? `${sign}${grouped(whole, '.')}` : `${sign}${grouped(whole, '.')},${rest}`;
  }
}

/** The same with its currency, where the file writes it at the figure. */
export function moneyText(manner: Manner, minor: number, currency: string): string {
  const text = amountText(manner, minor);
  if (manner.currency === 'before') return `${currency} ${text}`;
  return manner.currency === 'behind' ? `${text} ${currency}` : text;
}

/** Zones by the names in which banks print them, each with its minutes east of UTC in November. */
const zonesByName = {
  'Asia/Riyadh': 180,
  'Europe/London': 0,
  'America/New_York': -300,
  'Asia/Kolkata': 330,
  'Asia/Dubai': 240,
} as const;
const zonesByLetters = {
  UTC: 0,
  GMT: 0,
  CET: 60,
  EET: 120,
  KSA: 180,
  GST: 240,
  PKT: 300,
  EST: -300,
} as const;
const offsets = { '+03:00': 180, Z: 0, '+00:00': 0, 'GMT+4': 240, '-05:00': -300 } as const;
const riyadhMinutes = 180;

/** The zone of a file that names it once, and how a line's own is written: by its number, so that they change. */
export const zoneOfFile = 'Europe/London';
export function zoneOfLine({ clock }: Manner, index: number): { text: string; minutes: number } {
  const pick = (zones: Readonly<Record<string, number>>): { text: string; minutes: number } => {
    const names = Object.keys(zones);
    const text = names[index % names.length] as string;
    return { text, minutes: zones[text] as number };
  };
  switch (clock) {
    case 'zoneColumn':
      return pick(zonesByName);
    case 'abbreviation':
      return pick(zonesByLetters);
    case 'offset':
      return pick(offsets);
    case 'ast':
      return { text: 'AST', minutes: riyadhMinutes };
    case 'ofFile':
      return { text: '', minutes: zonesByName[zoneOfFile] };
    case 'utc':
      return { text: '', minutes: 0 };
    case 'riyadh':
      return { text: '', minutes: riyadhMinutes };
  }
}

/** Day and time of an instant on a clock. */
export function dateText(
  manner: Manner,
  atMs: number,
  minutes: number = riyadhMinutes,
): { day: string; time: string } {
  const iso = new Date(atMs + minutes * 60_000).toISOString();
  const [year, month, day] = [iso.slice(0, 4), iso.slice(5, 7), iso.slice(8, 10)];
  const text =
    manner.dates === 'iso'
      ? `${year}-${month}-${day}`
      : manner.dates === 'monthFirst'
        ? `${month}/${day}/${year}`
        : `${day}/${month}/${year}`;
  return { day: figures(manner, text), time: figures(manner, iso.slice(11, 16)) };
}
