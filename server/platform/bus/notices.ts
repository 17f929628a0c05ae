/** A committed live message, as it travels between processes. */
export interface Notice {
  /** The row's sequence: grows with time, but commits may come out of order. */
  seq: number;
  merchantId: string;
  text: string;
  /** The cashiers who hear it; members who are no cashiers hear everything of their merchant. */
  cashierIds: readonly string[];
}

/** PostgreSQL takes payloads below 8,000 bytes. */
export const noticeChannel = 'mizan_live';
const payloadLimit = 7_900;

/** '17 3 PAY1904133 41,42', a line a notice: no field holds a space or a line's end. */
const lineOf = ({ seq, merchantId, text, cashierIds }: Notice): string =>
  `${seq} ${merchantId} ${text}${cashierIds.length > 0 ? ` ${cashierIds.join(',')}` : ''}`;

/** As few payloads as hold all notices, in their order. One too long for any is left to its row. */
export function packNotices(notices: readonly Notice[]): string[] {
  const payloads: string[] = [];
  let payload = '';
  for (const notice of notices) {
    const line = lineOf(notice);
    if (line.length > payloadLimit) continue;
    if (payload !== '' && payload.length + 1 + line.length > payloadLimit) {
      payloads.push(payload);
      payload = '';
    }
    payload = payload === '' ? line : `${payload}\n${line}`;
  }
  if (payload !== '') payloads.push(payload);
  return payloads;
}

/** The notices of a payload. */
export function unpackNotices(payload: string): Notice[] {
  return payload.split('\n').flatMap((line) => {
    const [seq, merchantId, text, cashiers] = line.split(' ');
    if (!seq || !merchantId || !text) return [];
    return [{ seq: Number(seq), merchantId, text, cashierIds: cashiers?.split(',') ?? [] }];
  });
}
