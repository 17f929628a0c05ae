import { formatDate } from '../../platform/formats.ts';

const instantOf = (day: string): string => `${day}T12:00:00+03:00`;

/** '22 Nov 2026', or two of them with a dash between. */
export const daysText = (from: string, to: string): string =>
  from === to ? formatDate(instantOf(from)) : `${formatDate(instantOf(from))} – ${formatDate(instantOf(to))}`;
