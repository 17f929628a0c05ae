import type { Distribution } from './platform/database/distribute.ts';

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** What `npm run citus:distribute` says: what it changed, then how the database stands. */
export function distributionText(done: Distribution): string {
  const ofKind = (kind: string) =>
    done.placed.filter((each) => each.kind === kind).map(({ table, rows }) => `${table} (${rows})`);
  const moved = (title: string, tables: string[]) =>
    tables.length === 0 ? [] : [`${title}, with their rows: ${tables.join(', ')}`];
  const lines = [
    ...done.roles.map((role) => `Made on every worker: the role ${role}`),
    ...done.settings.map(([name, value]) => `Set for every connection: ${name} = ${value}`),
    ...moved('Copied to every machine', ofKind('reference')),
    ...moved('Distributed by merchant', ofKind('merchant')),
    ...(done.placed.length === 0
      ? []
      : [
          `Put down and taken up again: ${counted(done.foreignKeys, 'foreign key')}, ${counted(done.triggers, 'trigger')}`,
        ]),
    ...done.grants.map((grant) => `Granted on every machine: ${grant}`),
  ];
  const { merchant, reference, workers } = done.now;
  const state = `${counted(merchant, 'table')} of merchants and ${counted(reference, 'reference table')} on ${counted(workers, 'worker')}.`;
  return lines.length === 0
    ? `Nothing to change: ${state}`
    : [...lines, `The database is distributed: ${state}`].join('\n');
}
