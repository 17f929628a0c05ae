/** A length that fits into the frame's second byte; every live message is far shorter. */
const textLimit = 125;
const finalText = 0x81;

/**
 * One unmasked WebSocket text frame (RFC 6455, section 5.2), made once and written to every socket as it is:
 * with compression off there is nothing in it that depends on who reads it.
 */
export function textFrame(text: string): Buffer {
  const body = Buffer.from(text);
  if (body.length > textLimit) throw new RangeError(`a live message of ${body.length} bytes`);
  return Buffer.concat([Buffer.from([finalText, body.length]), body]);
}
