import { cellText, type Row } from '../read/row.ts';
import {
  type DateRules,
  epochDayOf,
  fromZone,
  inRiyadh,
  type LineMoment,
  minuteFromText,
  momentFromText,
  namedZone,
  riyadhOffsetMinutes,
  shifted,
} from './date-text.ts';
import { type FieldColumns, isEmptyCell } from './line-fields.ts';
import type { LineProblem } from './line-problem.ts';
import type { ValueFormats } from './value-formats.ts';
import { zoneOf } from './zones.ts';

type DateReader = (row: Row, into: LineMoment) => LineProblem | null;

/**
 * Reads date and time cells as moments in Riyadh. A zone in the cell goes before the row's zone column, and that before the
 * clock of the file; a zone that is not known rejects the row, because no clock may be made up for it.
 */
export function createDateReader(at: FieldColumns, formats: ValueFormats): DateReader {
  const plain: DateRules = { dateOrder: formats.dateOrder, utc: false, ast: formats.ast };
  return (row, into) => {
    const dateColumn = isEmptyCell(row, at.date) && at.postingDate >= 0 ? at.postingDate : at.date;
    if (isEmptyCell(row, dateColumn)) return { code: 'missing', field: 'date', value: '' };
    const isWhole = isEmptyCell(row, at.time) && isEmptyCell(row, at.timeZone);
    const rules = isWhole ? formats : plain;
    let isMoved = isWhole;
    if (!quickMoment(row, dateColumn, rules, into)) {
      const text = cellText(row, dateColumn);
      const read = momentFromText(text, rules);
      if (read === null) return { code: 'date', field: 'date', value: text };
      Object.assign(into, read);
      isMoved ||= namedZone(text) !== null;
    }
    return isMoved ? null : addTime(row, at, formats, into);
  };
}

/** Adds the time of a column of its own, and moves the moment from the row's or the file's clock to Riyadh's. */
function addTime(row: Row, at: FieldColumns, formats: ValueFormats, into: LineMoment): LineProblem | null {
  let zoneText = isEmptyCell(row, at.timeZone) ? null : cellText(row, at.timeZone);
  if (!isEmptyCell(row, at.time) && into.minute <= 0) {
    const text = cellText(row, at.time);
    const named = namedZone(text);
    const clock =
      named === null ? text : text.slice(0, text.toUpperCase().lastIndexOf(named)).replace(/[ (]+$/, '');
    const minute =
      minuteFromText(clock) ?? momentFromText(clock, { ...formats, utc: false, zone: undefined })?.minute;
    if (minute === undefined || minute < 0) return { code: 'date', field: 'time', value: text };
    into.minute = minute;
    zoneText = named ?? zoneText;
  }
  const zone = zoneText === null ? null : zoneOf(zoneText, formats.ast);
  if (zoneText !== null && zone === null) return { code: 'timeZone', field: 'timeZone', value: zoneText };
  if (into.minute < 0) return null;
  const moved = zone ? fromZone(into, zone) : inRiyadh(into, formats);
  if (moved === null) return { code: 'timeZone', field: 'timeZone', value: formats.zone ?? '' };
  Object.assign(into, moved);
  return null;
}

const two = (bytes: Uint8Array, at: number): number => {
  const tens = (bytes[at] as number) - 0x30;
  const ones = (bytes[at + 1] as number) - 0x30;
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones;
};

/** 'DD/MM/YYYY' or 'YYYY-MM-DD', alone or with ' HH:MM[:SS]', from bytes; false leaves the cell to the patient reader. */
function quickMoment(row: Row, index: number, formats: DateRules, into: LineMoment): boolean {
  const { bytes } = row;
  const start = row.bounds[2 * index] as number;
  const length = (row.bounds[2 * index + 1] as number) - start;
  if (length !== 10 && ((length !== 16 && length !== 19) || formats.zone !== undefined)) return false;
  const yearFirst = two(bytes, start + 2) >= 0;
  const yearAt = yearFirst ? start : start + 6;
  const century = two(bytes, yearAt);
  const year = century * 100 + two(bytes, yearAt + 2);
  const first = two(bytes, yearFirst ? start + 5 : start);
  const second = two(bytes, yearFirst ? start + 8 : start + 3);
  if (century !== 20 || first < 0 || second < 0) return false;
  const monthLeads = yearFirst || formats.dateOrder === 'monthFirst';
  const month = monthLeads ? first : second;
  const day = monthLeads ? second : first;
  // The last days of a month are left to the patient reader, which knows how long each one is.
  if (month < 1 || month > 12 || day < 1 || day > 28) return false;
  let minute = -1;
  if (length > 10) {
    const hour = two(bytes, start + 11);
    const ofHour = two(bytes, start + 14);
    if (hour < 0 || hour > 23 || ofHour < 0 || ofHour > 59 || bytes[start + 13] !== 0x3a) return false;
    if (length === 19 && (bytes[start + 16] !== 0x3a || two(bytes, start + 17) < 0)) return false;
    minute = hour * 60 + ofHour;
  }
  into.epochDay = dayNumber(year, month, day);
  into.minute = minute;
  if (formats.utc && minute >= 0) Object.assign(into, shifted(into.epochDay, minute, riyadhOffsetMinutes));
  return true;
}

const monthStart = new Int32Array(12 * 100);

/** The epoch day of a day in 2000..2099; the month's start is worked out once. */
function dayNumber(year: number, month: number, day: number): number {
  const slot = (year - 2000) * 12 + month - 1;
  if (monthStart[slot] === 0) monthStart[slot] = epochDayOf(year, month, 1);
  return (monthStart[slot] as number) + day - 1;
}
