import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A network between terminals and gateways that loses lines at chosen moments, and says things twice. */
export interface CuttingProxy {
  readonly url: string;
  /** From now on lines hold. */
  heal(): void;
  /** Loses every line that stands. */
  cutAll(): void;
  stop(): Promise<void>;
}

/** What becomes of a new line: where it leads, and after how many pieces of data, in either direction, it is cut. */
export interface Fate {
  readonly port: number;
  readonly piecesUntilCut: number;
  /** Of each direction, every so manieth piece arrives twice, where it is made of whole frames; none where it is absent. */
  readonly twiceEvery?: number | undefined;
}

const textFrame = 0x81;

/** Whether the bytes are unfragmented text frames of a WebSocket (RFC 6455, 5.2) from first to last, and nothing else. */
function areWholeFrames(data: Buffer): boolean {
  let at = 0;
  while (at + 2 <= data.length && data[at] === textFrame) {
    const [masked, short] = [(data[at + 1] ?? 0) & 0x80, (data[at + 1] ?? 0) & 0x7f];
    // No frame of this link is longer than two bytes of length can say.
    if (short === 127 || at + 4 > data.length) return false;
    const length = short === 126 ? 4 + data.readUInt16BE(at + 2) : 2 + short;
    at += length + (masked ? 4 : 0);
  }
  return data.length > 0 && at === data.length;
}

/** `fateOf` is asked for each new line until the network is healed; then only its port counts. */
export async function startCuttingProxy(fateOf: () => Fate): Promise<CuttingProxy> {
  const lines = new Set<() => void>();
  let healed = false;
  const server = createServer((near: Socket) => {
    const fate = fateOf();
    let left = healed ? Number.POSITIVE_INFINITY : fate.piecesUntilCut;
    const far = connect(fate.port, '127.0.0.1');
    const cut = (): void => {
      near.destroy();
      far.destroy();
      lines.delete(cut);
    };
    lines.add(cut);
    // The piece that exhausts the line is lost with it.
    const pass = (to: Socket) => {
      let passed = 0;
      return (data: Buffer) => {
        left -= 1;
        if (left < 0) cut();
        else to.write(data);
        passed += 1;
        if (left >= 0 && fate.twiceEvery && passed % fate.twiceEvery === 0 && areWholeFrames(data))
          to.write(data);
      };
    };
    near.on('data', pass(far)).on('close', cut).on('error', cut);
    far.on('data', pass(near)).on('close', cut).on('error', cut);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const cutAll = (): void => {
    for (const cut of lines) cut();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    heal: () => {
      healed = true;
      cutAll();
    },
    cutAll,
    stop: async () => {
      cutAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
