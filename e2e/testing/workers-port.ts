import type { TestPortal } from '../../server/testing/test-portal.ts';

/**
 * Where the worker's portals of one file each listen, which come one after the other: at one address the browser keeps their files
 * and the compiled code of these from one file of tests to the next (decision 0485).
 */
let workersPort = 0;

/** Listens at the worker's port, or at any where something has that one; answers the address. */
export async function listenAtWorkersPort({ app }: TestPortal): Promise<string> {
  const at = (port: number): Promise<string> => app.listen({ port, host: '127.0.0.1' });
  const url = await at(workersPort).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EADDRINUSE') throw cause;
    return at(0);
  });
  workersPort ||= Number(new URL(url).port);
  return url;
}
