import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A network between terminals and gateways that loses lines at chosen moments. */
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
    const pass = (to: Socket) => (data: Buffer) => {
      left -= 1;
      if (left < 0) cut();
      else to.write(data);
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
