import type pg from 'pg'

/** Whatever the migrations made, read from the catalog; partitions are made at run time and not listed. */
const ours = `c.relnamespace = 'public'::regnamespace and not c.relispartition and c.relname <> 'migrations'`

/**
 * The schema as lines of text, in an order of their own: tables and row types with their columns, constraints,
 * indexes, triggers and functions. Read from the catalog, so that no PostgreSQL program is needed.
 */
export async function readSchema(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select line from (
       select c.relname as thing, 0 as part, '' as name, concat_ws(' ',
         case c.relkind when 'c' then 'type' else 'table' end, c.relname,
         'partition by ' || pg_get_partkeydef(c.oid), array_to_string(c.reloptions, ', ')) as line
       from pg_class c where c.relkind in ('r', 'p', 'c') and ${ours}
       union all
       select c.relname, 1, lpad(a.attnum::text, 4), concat_ws(' ', ' ', a.attname,
         format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
         case when a.attidentity <> '' then 'identity' end,
         case a.attgenerated when 's' then 'stored' end || ' ' || pg_get_expr(d.adbin, d.adrelid),
         case when a.attgenerated = '' then 'default ' || pg_get_expr(d.adbin, d.adrelid) end,
         case a.attstorage when 'e' then 'external' end)
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
       where c.relkind in ('r', 'p', 'c') and ${ours}
       union all
       select c.relname, 2, k.conname, concat_ws(' ', '  constraint', k.conname, pg_get_constraintdef(k.oid))
       from pg_class c join pg_constraint k on k.conrelid = c.oid where k.contype <> 'n' and ${ours}
       union all
       select c.relname, 3, i.relname, '  ' || pg_get_indexdef(i.oid)
       from pg_class c join pg_index x on x.indrelid = c.oid join pg_class i on i.oid = x.indexrelid
       where not exists (select from pg_constraint where conindid = i.oid and contype in ('p', 'u')) and ${ours}
       union all
       select c.relname, 4, t.tgname, '  ' || pg_get_triggerdef(t.oid)
       from pg_class c join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal and ${ours}
       union all
       select '~' || proname, 5, '', case prokind
         when 'a' then 'aggregate ' || oid::regprocedure else pg_get_functiondef(oid) end
       from pg_proc where pronamespace = 'public'::regnamespace
         and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
     ) lines order by thing collate "C", part, name collate "C"`,
  )
  return rows.map(({ line }) => line.trimEnd())
}
