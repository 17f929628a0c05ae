/** Why PostgreSQL cannot run here: its message tells a person in one line what is in the way. */
export class PostgresRefusal extends Error {}
