import type pg from 'pg';

export interface CatalogueTable {
  name: string;
  /** Under row-level security that holds its owner too. */
  forced: boolean;
  columns: { name: string; type: string; required: boolean; default: string | null }[];
  /** As PostgreSQL writes them: 'PRIMARY KEY (merchant_id, id)'. */
  constraints: string[];
  /** Indexes that no constraint stands for: 'transactions_list (merchant_id, created_at DESC, id DESC)'. */
  indexes: string[];
  /** 'mizan_app: SELECT where (merchant_id = tenant_id())'. */
  policies: string[];
  /** 'mizan_app: INSERT, SELECT, UPDATE'. */
  grants: string[];
}

export interface CatalogueFunction {
  signature: string;
  result: string;
  /** Runs with the rights of its owner. */
  definer: boolean;
}

const tablesSql = `
  SELECT c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS forced,
    ARRAY(
      SELECT json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
               'required', a.attnotnull,
               'default', CASE WHEN a.attidentity <> '' THEN 'identity' ELSE pg_get_expr(d.adbin, d.adrelid) END)
        FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
       WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum) AS columns,
    ARRAY(
      SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k
       WHERE k.conrelid = c.oid AND k.contype <> 'n'
       ORDER BY position(k.contype::text IN 'pufc'), k.conname COLLATE "C") AS constraints,
    ARRAY(
      SELECT CASE WHEN i.indisunique THEN 'UNIQUE ' ELSE '' END || x.relname
               || replace(regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING ', ' '), ' btree ', ' ')
        FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid
       WHERE i.indrelid = c.oid AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid
                                                   AND k.conrelid = c.oid)
       ORDER BY x.relname COLLATE "C") AS indexes,
    ARRAY(
      SELECT array_to_string(p.roles, ', ') || ': ' || p.cmd || ' where ' || coalesce(p.qual, p.with_check)
        FROM pg_policies p WHERE p.schemaname = 'public' AND p.tablename = c.relname
       ORDER BY p.roles::text COLLATE "C", p.policyname) AS policies,
    ARRAY(
      SELECT g.grantee || ': ' || string_agg(g.privilege_type, ', ' ORDER BY g.privilege_type)
        FROM information_schema.role_table_grants g
       WHERE g.table_schema = 'public' AND g.table_name = c.relname AND g.grantee IN ('mizan_app', 'mizan_platform')
       GROUP BY g.grantee ORDER BY g.grantee COLLATE "C") AS grants
  FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
  ORDER BY c.relname COLLATE "C"`;

const functionsSql = `
  SELECT p.oid::regprocedure::text AS signature, pg_get_function_result(p.oid) AS result, p.prosecdef AS definer
    FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
   ORDER BY p.oid::regprocedure::text COLLATE "C"`;

/** Tables and functions of the schema, read from PostgreSQL's catalogue by their owner. */
export async function readCatalogue(
  client: pg.Client,
): Promise<{ tables: CatalogueTable[]; functions: CatalogueFunction[] }> {
  const tables = await client.query<CatalogueTable>(tablesSql);
  const functions = await client.query<CatalogueFunction>(functionsSql);
  return { tables: tables.rows, functions: functions.rows };
}
