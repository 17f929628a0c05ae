import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a registry publishes as an advisory, by the name of its package. */
export interface Published {
  severity: string;
  vulnerable_versions: string;
  title?: string;
}

/** A registry on a real port that knows two questions of npm: advisories in bulk, and the versions of a package. */
export interface StandInRegistry {
  url: string;
  advisories: Record<string, Published[]>;
  /** Package > version > when it was published. */
  versions: Record<string, Record<string, string>>;
  /** What it refuses from now on: nothing, advisories, or the times of versions. */
  refuse: 'nothing' | 'advisories' | 'times';
  stop(): Promise<void>;
}

/** Each advisory that was told has a number of its own: npm keeps what it worked out about one by that number. */
let told = 0;
const advisoriesPath = '/-/npm/v1/security/advisories/bulk';

function packageText(name: string, time: Record<string, string>): object {
  const versions = Object.keys(time).map((version) => [version, { name, version, dist: { tarball: '' } }]);
  return {
    name,
    'dist-tags': { latest: Object.keys(time).at(-1) },
    versions: Object.fromEntries(versions),
    time: { created: Object.values(time)[0], modified: Object.values(time).at(-1), ...time },
  };
}

export async function standInRegistry(): Promise<StandInRegistry> {
  const answerTo = ({ url = '', headers }: IncomingMessage): object | null => {
    if (url === advisoriesPath) {
      if (registry.refuse === 'advisories') return null;
      return Object.fromEntries(
        Object.entries(registry.advisories).map(([name, all]) => [
          name,
          all.map((each) => ({
            id: (told += 1),
            title: 'A title',
            url: `https://example.com/${name}`,
            ...each,
          })),
        ]),
      );
    }
    const name = decodeURIComponent(url.slice(1));
    const time = registry.versions[name];
    // npm asks for the short form where it needs no times.
    const wantsTimes = headers.accept?.includes('install-v1') !== true;
    return time === undefined || (wantsTimes && registry.refuse === 'times') ? null : packageText(name, time);
  };
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const answer = answerTo(request);
    response.writeHead(answer ? 200 : 405, { 'content-type': 'application/json' });
    request.resume().once('end', () => response.end(JSON.stringify(answer ?? {})));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const registry: StandInRegistry = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    advisories: {},
    versions: {},
    refuse: 'nothing',
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return registry;
}
