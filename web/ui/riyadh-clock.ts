/** Saudi Arabia has no summer time. */
const riyadhOffset = '+03:00';
const riyadhOffsetMs = 3 * 60 * 60_000;
const minuteChars = 'YYYY-MM-DDTHH:mm'.length;

/** An instant as a `DayInput` with time has it: by the clock of Riyadh, whatever the browser's own zone is. */
export const clockField = (instantMs: number): string =>
  new Date(instantMs + riyadhOffsetMs).toISOString().slice(0, minuteChars);

/** The instant that such a field names; NaN where none is chosen yet. */
export const clockFieldMs = (field: string | null): number => Date.parse(`${field ?? ''}${riyadhOffset}`);
