import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { textOf, wholeFrames } from './socket-frames.ts';

/**
 * A network between terminals and gateways that loses lines at chosen moments, says things twice or in another order, and
 * brings what an old line said after its terminal has come back on a new one.
 */
export interface CuttingProxy {
  readonly url: string;
  /** How often it did each of these, so that a test knows that it happened. */
  readonly did: Readonly<Record<'swapped' | 'late', number>>;
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
  /** Of each direction, every so manieth whole frame arrives after the one that follows it. */
  readonly swapEvery?: number | undefined;
  /** Frames that overtake nothing and are overtaken by nothing, by what they say. */
  readonly keepsPlace?: ((text: string) => boolean) | undefined;
  /** What the terminal says in so many last pieces before the cut reaches the gateway after the hello of its next line. */
  readonly latePieces?: number | undefined;
}

/** How long a frame waits for the one that is to overtake it: whoever waits for its answer says nothing more. */
const overtakenWithinMs = 15;

interface Network {
  readonly lines: Set<() => void>;
  /** Of each terminal, what its lost lines still have to say. */
  readonly late: Map<string, (() => void)[]>;
  readonly did: { swapped: number; late: number };
}

/** One direction of a line: passes frames on, some of them behind the one that follows. */
function passing(to: Socket, { swapEvery, keepsPlace }: Fate, isHealed: () => boolean, did: Network['did']) {
  let count = 0;
  let held: Buffer | null = null;
  let timer: NodeJS.Timeout | undefined;
  const release = (): void => {
    clearTimeout(timer);
    if (held) to.write(held);
    held = null;
  };
  const passFrame = (frame: Buffer): void => {
    count += 1;
    if (swapEvery && keepsPlace?.(textOf(frame))) {
      release();
      return void to.write(frame);
    }
    if (held) {
      did.swapped += 1;
      to.write(frame);
      return release();
    }
    if (isHealed() || !swapEvery || count % swapEvery !== 0) return void to.write(frame);
    held = frame;
    timer = setTimeout(release, overtakenWithinMs);
  };
  return (data: Buffer, frames: readonly Buffer[] | null): void => {
    if (frames) return frames.forEach(passFrame);
    release();
    to.write(data);
  };
}

/** One line of a terminal, until it is lost; and, of its last pieces, beyond that. */
function serveLine(network: Network, near: Socket, fate: Fate, isHealed: () => boolean): void {
  const far = connect(fate.port, '127.0.0.1');
  let left = isHealed() ? Number.POSITIVE_INFINITY : fate.piecesUntilCut;
  /** Known from the hello on: before that nothing is late. */
  let tid: string | null = null;
  const waiting: Buffer[] = [];
  const end = (): void => {
    near.destroy();
    far.destroy();
    network.lines.delete(end);
  };
  /** The terminal's side is gone at once; the gateway's stands as long as something is on its way. */
  const cut = (): void => {
    if (waiting.length === 0 || tid === null || isHealed()) return end();
    near.destroy();
    const deliver = (): void => {
      network.did.late += 1;
      far.write(Buffer.concat(waiting));
    };
    network.late.set(tid, [...(network.late.get(tid) ?? []), deliver]);
  };
  network.lines.add(end);
  const toGateway = passing(far, fate, isHealed, network.did);
  const toTerminal = passing(near, fate, isHealed, network.did);
  /** Of each direction; the piece that exhausts the line is lost with it. */
  const pass = (take: (data: Buffer, frames: readonly Buffer[] | null) => void) => {
    let passed = 0;
    return (data: Buffer): void => {
      left -= 1;
      if (left < 0) return cut();
      const frames = wholeFrames(data);
      take(data, frames);
      passed += 1;
      if (fate.twiceEvery && passed % fate.twiceEvery === 0 && frames) take(data, frames);
    };
  };
  const say = pass((data, frames) => {
    const isLate = waiting.length > 0 || (left < (fate.latePieces ?? 0) && frames !== null && tid !== null);
    if (isLate) return void waiting.push(data);
    toGateway(data, frames);
    const hello = frames?.map(textOf).find((text) => text.includes('"type":"hello"'));
    if (hello === undefined) return;
    tid = tidOf(hello);
    for (const deliver of network.late.get(tid) ?? []) deliver();
    network.late.delete(tid);
  });
  near.on('data', say).on('close', cut).on('error', cut);
  far.on('data', pass(toTerminal)).on('close', end).on('error', end);
}

const tidOf = (text: string): string => (JSON.parse(text) as { tid: string }).tid;

/** `fateOf` is asked for each new line until the network is healed; then only its port counts. */
export async function startCuttingProxy(fateOf: () => Fate): Promise<CuttingProxy> {
  const network: Network = { lines: new Set(), late: new Map(), did: { swapped: 0, late: 0 } };
  let healed = false;
  const server = createServer((near) => serveLine(network, near, fateOf(), () => healed));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const cutAll = (): void => {
    network.late.clear();
    for (const end of network.lines) end();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    did: network.did,
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
