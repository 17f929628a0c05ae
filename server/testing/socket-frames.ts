/** Frames of a WebSocket as they stand in the bytes of a connection (RFC 6455, 5.2). */

const textFrame = 0x81;

interface Head {
  readonly masked: boolean;
  /** Where the payload begins, after length and mask. */
  readonly from: number;
  readonly to: number;
}

/** No frame of the terminal link is longer than two bytes of length can say. Null where no unfragmented text frame begins here. */
function headAt(data: Buffer, at: number): Head | null {
  if (at + 2 > data.length || data[at] !== textFrame) return null;
  const [masked, short] = [((data[at + 1] ?? 0) & 0x80) !== 0, (data[at + 1] ?? 0) & 0x7f];
  if (short === 127 || (short === 126 && at + 4 > data.length)) return null;
  const length = short === 126 ? data.readUInt16BE(at + 2) : short;
  const from = at + (short === 126 ? 4 : 2) + (masked ? 4 : 0);
  return { masked, from, to: from + length };
}

/** The unfragmented text frames that the bytes are made of from first to last; null where they are anything else. */
export function wholeFrames(data: Buffer): Buffer[] | null {
  const frames: Buffer[] = [];
  let at = 0;
  while (at < data.length) {
    const head = headAt(data, at);
    if (!head || head.to > data.length) return null;
    frames.push(data.subarray(at, head.to));
    at = head.to;
  }
  return frames.length > 0 ? frames : null;
}

/** What one whole frame says. */
export function textOf(frame: Buffer): string {
  const head = headAt(frame, 0);
  if (!head) return '';
  const payload = Buffer.from(frame.subarray(head.from, head.to));
  const mask = frame.subarray(head.from - 4, head.from);
  if (head.masked)
    for (let at = 0; at < payload.length; at += 1) payload[at] = (payload[at] ?? 0) ^ (mask[at % 4] ?? 0);
  return payload.toString('utf8');
}
