/** Minutes east of UTC, for a moment that is given in the zone's own time. */
export type Zone = (epochDay: number, minute: number) => number;

const dayMinutes = 1440;

/**
 * The usual abbreviations, each of a fixed offset. Those that two peopled zones share (IST, CST) are left out and not
 * guessed; BST and GST are British summer and Gulf time, as payment companies print them.
 */
const fixed: Readonly<Record<string, number>> = {
  Z: 0,
  UTC: 0,
  GMT: 0,
  WET: 0,
  BST: 60,
  CET: 60,
  WEST: 60,
  CEST: 120,
  EET: 120,
  EEST: 180,
  KSA: 180,
  MSK: 180,
  TRT: 180,
  GST: 240,
  PKT: 300,
  JST: 540,
  EST: -300,
  EDT: -240,
  PST: -480,
  PDT: -420,
};

/** Riyadh's (+3) or the Atlantic's (-4): seven hours lie between them, so nobody but the payments or a person may say. */
const astOffsets = { riyadh: 180, atlantic: -240 } as const;
export type Ast = keyof typeof astOffsets;

const known = new Map<string, Zone | null>();

/**
 * The zone of an IANA name ('Asia/Riyadh'), a usual abbreviation ('CET'), or an offset ('+03:00', 'GMT+3'), in any case;
 * null for every other text. `ast` says which of the two AST is; without it AST is unknown.
 */
export function zoneOf(text: string, ast?: Ast): Zone | null {
  const name = text.trim().toUpperCase();
  if (name === 'AST') return ast ? () => astOffsets[ast] : null;
  let zone = known.get(name);
  if (zone === undefined) {
    zone = findZone(name);
    known.set(name, zone);
  }
  return zone;
}

function findZone(name: string): Zone | null {
  const named = fixed[name];
  if (named !== undefined) return () => named;
  const offset = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(name);
  if (offset) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0);
    // The world's clocks go from -12:00 to +14:00.
    if (minutes > 14 * 60) return null;
    return () => (offset[1] === '-' ? -minutes : minutes);
  }
  return name.includes('/') ? ianaZone(name) : null;
}

/** A zone of the IANA list, its summer time by the runtime's own tables; null where the list has no such name. */
function ianaZone(name: string): Zone | null {
  let clock: Intl.DateTimeFormat;
  try {
    clock = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  } catch {
    return null;
  }
  const byHour = new Map<number, number>();
  const offsetAt = (utcMs: number): number => {
    const text = clock.formatToParts(utcMs).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
    const parts = /([+-])(\d{2}):(\d{2})/.exec(text);
    if (!parts) return 0;
    const minutes = Number(parts[2]) * 60 + Number(parts[3]);
    return parts[1] === '-' ? -minutes : minutes;
  };
  return (epochDay, minute) => {
    const hour = epochDay * 24 + Math.floor(minute / 60);
    const told = byHour.get(hour);
    if (told !== undefined) return told;
    const localMs = (epochDay * dayMinutes + minute) * 60_000;
    // Once by the moment as if it were UTC, once by the offset found so: right but for the hour of the change itself.
    const offset = offsetAt(localMs - offsetAt(localMs) * 60_000);
    byHour.set(hour, offset);
    return offset;
  };
}
