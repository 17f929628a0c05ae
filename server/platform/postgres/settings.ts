/** What every embedded server runs with, sized for a machine of two cores and 4 GB; names are PostgreSQL's own. */
const base = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  // Short statements gain nothing from compiling, and its first use costs some 100 ms.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
} as const;

const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' } as const;
// Commits stay synchronous: they are written, if not flushed, so a killed server forgets none of them.
// A password of many random bytes needs no thousands of rounds, and each of some thousand connections would go through them.
const fleeting = {
  fsync: 'off',
  full_page_writes: 'off',
  // Kept in memory, as the data may be; a checkpoint without fsync is cheap.
  max_wal_size: '512MB',
  max_connections: '500',
  scram_iterations: '1',
} as const;

/** What one server runs with beside what all do; names are PostgreSQL's own. */
export type FurtherSettings = Readonly<Record<string, string>>;

/** The command-line settings of a server: `['-c', 'name=value', ...]`. */
export function serverSettings(
  isDurable: boolean,
  clusterName: string,
  further: FurtherSettings = {},
): string[] {
  const settings = { ...base, ...(isDurable ? durable : fleeting), ...further, cluster_name: clusterName };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
