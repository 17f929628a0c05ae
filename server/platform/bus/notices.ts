/** A committed live message, as it travels between processes. */
export interface Notice {
  /** The row's sequence: grows with time, but commits may come out of order. */
  seq: number;
  merchantId: string;
  text: string;
}

/** PostgreSQL takes payloads below 8,000 bytes. */
export const noticeChannel = 'mizan_live';
const payloadLimit = 7_900;

/** '17 3 PAY1904133', a line a notice: no field holds a space or a line's end. */
const lineOf = ({ seq, merchantId, text }: Notice): string => `${seq} ${merchantId} ${text}`;

/** As few payloads as hold all notices, in their order. */
export function packNotices(notices: readonly Notice[]): string[] {
  const payloads: string[] = [];
  let payload = '';
  for (const notice of notices) {
    const line = lineOf(notice);
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
    const [seq, merchantId, text] = line.split(' ');
    return seq && merchantId && text ? [{ seq: Number(seq), merchantId, text }] : [];
  });
}
