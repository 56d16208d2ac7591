import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { ownerRecordCalls } from '@trackway/core/features/owner-records/calls.ts'
import { trackCalls } from '@trackway/core/features/tracks/calls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkLedger } from './features/ledger/check.ts'
import { checkBackup } from './platform/database/backup/backup-file.ts'
import { restore } from './platform/database/backup/restore.ts'
import type { Database } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import { migrationNumber, migrationsFolder } from './platform/database/migration-files.ts'
import { readSchemaVersion } from './platform/database/schema-version.ts'
import { readSchema } from './platform/database/testing/schema.ts'
import { findSecretKey, useSecretKey } from './platform/secrets.ts'
import { signIn } from './testing/builders.ts'
import { startServerProcess } from './testing/server-process.ts'
import { openDatabaseWithoutTables, type TestDatabase } from './testing/test-database.ts'
import { eventually } from './testing/test-gateway.ts'
import { startTestServer, type TestServer } from './testing/test-server.ts'

/** A database of each version that was released is upgraded to this one: nothing is lost, and it works. */

const folder = join(import.meta.dirname, '..', 'testing', 'backups')
/** What they were made with; the password of `admin` is that of other servers of tests. */
const secretKey = 'the key of the stored backups'
const dayMs = 86_400_000

/**
 * Tables (`fences`) and columns (`fences.area`) that a migration has converted: a query of what they held, and one that
 * finds the same where it is now. All others must hold what they held.
 */
const converted: Record<string, [before: string, now: string]> = {
  track_settings: settingsOfKind('track'),
  tyre_settings: settingsOfKind('tyre'),
  battery_settings: settingsOfKind('battery'),
  alarm_settings: [
    `select account_id, device_type_id, device_id, alarm.key || '.' || field.key as field, field.value
     from alarm_settings, jsonb_each(own) alarm, jsonb_each(alarm.value) field order by 1, 2, 3, 4`,
    `select account_id, device_type_id, device_id, field.key as field, field.value
     from level_settings, jsonb_each(own) field where kind = 'alarm' order by 1, 2, 3, 4`,
  ],
  // Crossings of fences and devices switched off are notices from then on.
  'alarm_codes.severity': ofOtherAlarms('severity'),
  'alarm_codes.window_ms': ofOtherAlarms('window_ms'),
  'device_types.sensors': ofModels('sensors'),
  'device_types.work_modes': ofModels('work_modes'),
}

function ofOtherAlarms(column: string): [before: string, now: string] {
  const others = `select code, ${column} from alarm_codes where code <> all('{3,4,16}') order by code`
  return [others, others]
}

/** Types that stand for a whole protocol have no abilities of one model any more. */
function ofModels(column: string): [before: string, now: string] {
  const general = ['Gt06', 'Hc', 'Bsj', 'eight', 'Y808', 'XiaoGuo', 'Nb', 'Nbiot']
  const rest = `from device_types where name = any('{${general}}') order by id`
  const others = `select id, ${column} from device_types where name <> all('{${general}}') order by id`
  return [
    `select * from (${others}) as models union all (select id, '{}' ${rest})`,
    `select * from (${others}) as models union all (select id, ${column} ${rest})`,
  ]
}

function settingsOfKind(kind: string): [before: string, now: string] {
  const columns = 'account_id, device_type_id, device_id, own'
  return [
    `select ${columns} from ${kind}_settings order by 1, 2, 3`,
    `select ${columns} from level_settings where kind = '${kind}' order by 1, 2, 3`,
  ]
}

interface Column {
  /** Or row type. */
  table: string
  name: string
  type: string
  isRowType: boolean
  /** A row may be written without it. */
  isOptional: boolean
}

async function columnsOf({ pool }: Pick<Database, 'pool'>): Promise<Column[]> {
  const { rows } = await pool.query<Column>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
       c.relkind = 'c' as "isRowType",
       c.relkind <> 'c' and (not a.attnotnull or a.atthasdef or a.attidentity <> '') as "isOptional"
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'c') and not c.relispartition
       and c.relname <> 'migrations'`,
  )
  return rows
}

/** By table and by `table.column`: a sum over all its values, whatever their order. */
async function contentsOf({ pool }: Pick<Database, 'pool'>): Promise<Map<string, string>> {
  const columns = (await columnsOf({ pool })).filter(({ isRowType }) => !isRowType)
  const sums = new Map<string, string>()
  for (const [table, ofTable] of Map.groupBy(columns, (column) => column.table)) {
    const cells = ofTable.map(
      ({ name }) => `sum(hashtextextended(coalesce("${name}"::text, 'null'), 0))::text`,
    )
    const { rows } = await pool.query<{ count: number; cells: string[] }>(
      `select count(*) as count, array[${cells.join()}] as cells from "${table}"`,
    )
    sums.set(table, `${rows[0]!.count} rows`)
    for (const [at, { name }] of ofTable.entries()) sums.set(`${table}.${name}`, String(rows[0]!.cells[at]))
  }
  return sums
}

describe.each(readdirSync(folder))('%s', (file) => {
  const path = join(folder, file)
  let database: TestDatabase
  let server: TestServer
  let token: string
  let madeTime: number
  let schema: number
  let before: Map<string, string>
  let columnsBefore: Column[]
  const convertedBefore = new Map<string, unknown[]>()
  const query = async (sql: string) => (await database.pool.query(sql)).rows

  beforeAll(async () => {
    const { header } = await checkBackup(path)
    madeTime = header.time
    database = await openDatabaseWithoutTables()
    await restore(database.url, path, () => {})
    schema = Math.max(
      ...(await query('select name from migrations')).map(({ name }) => migrationNumber(name)),
    )
    before = await contentsOf(database)
    columnsBefore = await columnsOf(database)
    for (const [what, [sql]] of Object.entries(converted))
      if (before.has(what)) convertedBefore.set(what, await query(sql))
    await migrate(database.pool)
    server = await startTestServer({ database, now: () => madeTime })
    useSecretKey(await findSecretKey(secretKey, tmpdir()))
    const [admin] = await query("select id from accounts where username = 'admin'")
    token = await signIn(database, admin)
  })
  afterAll(() => server.stop())

  test('gets the schema of a new database', async () => {
    const expected = readFileSync(join(migrationsFolder, 'schema.txt'), 'utf8')
    expect(`${(await readSchema(database.pool)).join('\n')}\n`).toBe(expected)
  })

  test('keeps all that it held', async () => {
    const now = await contentsOf(database)
    const isConverted = (what: string) => what in converted || what.split('.')[0]! in converted
    // Signing in is the one thing that was done.
    const isSession = (what: string) => what.startsWith('sessions')
    const kept = [...before].filter(([what]) => !isConverted(what) && !isSession(what))
    expect(kept.filter(([what, sum]) => now.get(what) !== sum)).toEqual([])
    for (const [what, rows] of convertedBefore) expect(await query(converted[what]![1]), what).toEqual(rows)
  })

  test('lets processes of its version go on beside this one, unless a breaking migration came since', async () => {
    const { floor } = await readSchemaVersion(database.pool)
    const keyOf = ({ table, name }: Column) => `${table}.${name}`
    const columns = await columnsOf(database)
    const now = new Map(columns.map((column) => [keyOf(column), column.type]))
    const missing = columnsBefore.filter((column) => now.get(keyOf(column)) !== column.type)
    const known = new Set(columnsBefore.flatMap((column) => [column.table, keyOf(column)]))
    const isDemanded = (column: Column) =>
      known.has(column.table) && !known.has(keyOf(column)) && !column.isOptional
    expect(floor > schema ? [] : [...missing, ...columns.filter(isDemanded)]).toEqual([])
  })

  test('shows devices, fences, alarms and tracks as before', async () => {
    const devices = await server.call(deviceCalls.find, { pageSize: 100 }, token)
    const terminalIds = devices.data!.list.map(({ terminalID }) => terminalID).sort()
    expect(terminalIds).toEqual(
      (await query('select terminal_id from devices')).map(({ terminal_id }) => terminal_id).sort(),
    )
    const fences = await server.call(fenceCalls.find, { pageSize: 100 }, token)
    expect(`${fences.data!.total} rows`).toBe(before.get('fences'))
    const alarms = await server.call(alarmCalls.find, {}, token)
    expect(`${alarms.data!.total} rows`).toBe(before.get('alarm_episodes'))
    const [packed] = await query(
      `select terminal_id as "terminalID", day, points from track_days join devices on devices.id = device_id
       order by points desc limit 1`,
    )
    const from = packed.day * dayMs
    const { terminalID } = packed
    const track = await server.call(trackCalls.find, { terminalID, from, to: from + dayMs - 1 }, token)
    expect(track.data!.points).toHaveLength(packed.points)
  })

  test('goes on mailing those whom it mailed before', async () => {
    expect(
      await query(
        `select account_id, email from (
           select account_id, lower(email) as email from notification_receivers where email is not null
           union select account_id, lower(unnest(receivers)) from report_schedules) known
         where not exists (select from mail_receivers r
           where r.account_id = known.account_id and r.email = known.email and r.agree_time is not null)`,
      ),
    ).toEqual([])
  })

  test('has right books', async () => expect(await checkLedger(database.db)).toEqual([]))

  test('opens what is sealed', async () => {
    const [{ terminalID }] = await query(
      'select terminal_id as "terminalID" from owner_records join devices on id = device_id order by device_id limit 1',
    )
    const record = await server.call(ownerRecordCalls.view, { terminalID }, token)
    expect(record.data?.realName).toBeTruthy()
  })

  test('is what a server starts on, and works with until a newer version breaks it', async () => {
    const process = await startServerProcess({
      dataDir: mkdtempSync(join(tmpdir(), 'upgraded-')),
      env: { DATABASE_URL: database.url, SECRET_KEY: secretKey },
    })
    expect(process.output()).not.toContain('another key')
    // A newer process upgrades the database beside it.
    await query("insert into migrations values ('9999-later.sql', '', 0, true)")
    await eventually(process.output, (output) => output.includes('newer Trackway'))
    expect(await process.stop()).toBe(1)
  })
})
