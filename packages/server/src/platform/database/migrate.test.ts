import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase, waitingTransactions } from '../../testing/test-database.ts'
import { eventually } from '../../testing/test-gateway.ts'
import { StartError } from '../start-error.ts'
import { migrate } from './migrate.ts'
import { migrationsFolder } from './migration-files.ts'
import { knownSchema, readSchemaVersion } from './schema-version.ts'

let database: TestDatabase
let from: string
// Each on a database of its own: some leave theirs unusable.
beforeEach(async () => {
  database = await openTestDatabase()
  from = mkdtempSync(join(tmpdir(), 'migrations-'))
  cpSync(migrationsFolder, from, { recursive: true })
})
afterEach(async () => {
  await database.drop()
  rmSync(from, { recursive: true })
})

/** A file of the next version. */
const write = (name: string, ...lines: string[]) => writeFileSync(join(from, name), lines.join('\n'))
const query = async (sql: string) => (await database.pool.query(sql)).rows

test('applies nothing twice', async () => {
  expect(await migrate(database.pool)).toEqual([])
})

test('several processes may migrate at once', async () => {
  write('9998-index.sql', '-- concurrently', 'create index concurrently several on accounts (remark);')
  const upgrades = await Promise.all([1, 2, 3].map(() => migrate(database.pool, { from })))
  expect(upgrades.sort()).toEqual([[], [], ['9998-index.sql']])
})

test('an upgrade that fails in its middle leaves the version before able to start', async () => {
  write('9997-apart.sql', '-- apart', 'create table apart ();')
  write('9998-sound.sql', 'create table half_way (); alter table accounts drop column remark;')
  write('9999-broken.sql', 'alter table nothing_of_this_name add column a text;')
  const backedUp: string[] = []
  const upgrade = migrate(database.pool, { from, before: async (first) => backedUp.push(first) })
  await expect(upgrade).rejects.toThrow('migration 9999-broken.sql failed')
  expect(backedUp).toEqual(['9997-apart.sql'])
  expect(await migrate(database.pool)).toEqual([])
  expect(
    await query(
      "select to_regclass('apart')::text as apart, to_regclass('half_way') as half, count(remark) from accounts",
    ),
  ).toEqual([{ apart: 'apart', half: null, count: 0 }])
})

test('who holds a table for long delays the upgrade, and the upgrade delays nobody for long', async () => {
  write('9999-column.sql', 'alter table accounts add column wanted text;')
  const holder = await database.pool.connect()
  await holder.query('begin')
  await holder.query('select from accounts')
  const upgrade = migrate(database.pool, { from })
  await eventually(
    () => waitingTransactions(database),
    (waiting) => waiting === 1,
  )
  await query('select from accounts')
  await holder.query('commit')
  holder.release()
  expect(await upgrade).toEqual(['9999-column.sql'])
})

test('what is done concurrently goes on where it failed, with an index that is whole', async () => {
  await database.pool.query("create table marks (name text); insert into marks values ('one'), ('one')")
  write(
    '9999-indexes.sql',
    '-- Two indexes.',
    '-- concurrently',
    'create index concurrently if not exists marks_first on marks (name);',
    'create unique index concurrently if not exists marks_unique on marks (name);',
  )
  await expect(migrate(database.pool, { from })).rejects.toThrow('migration 9999-indexes.sql failed')
  await database.pool.query('delete from marks')
  expect(await migrate(database.pool, { from })).toEqual(['9999-indexes.sql'])
  expect(
    await query(
      "select relname, indisvalid from pg_index join pg_class on pg_class.oid = indexrelid where relname like 'marks%' order by 1",
    ),
  ).toEqual([
    { relname: 'marks_first', indisvalid: true },
    { relname: 'marks_unique', indisvalid: true },
  ])
})

describe('a database that a newer version has used', () => {
  test('is opened while nothing breaking was done to it', async () => {
    write('9999-column.sql', 'alter table accounts add column later text;')
    const { floor } = await readSchemaVersion(database.pool)
    await migrate(database.pool, { from })
    expect(await migrate(database.pool)).toEqual([])
    expect(await readSchemaVersion(database.pool)).toEqual({ schema: 9999, floor })
  })

  test('is refused after something breaking, which processes that run can find out', async () => {
    expect(await readSchemaVersion(database.pool)).toMatchObject({ schema: knownSchema })
    write(
      '9998-break.sql',
      '-- Takes away a column.',
      '-- breaking',
      'alter table accounts drop column remark;',
    )
    write('9999-column.sql', 'alter table accounts add column later text;')
    await migrate(database.pool, { from })
    expect(await readSchemaVersion(database.pool)).toEqual({ schema: 9999, floor: 9998 })
    await expect(migrate(database.pool)).rejects.toThrow(/newer Trackway \(it has 9998-break.sql/)
  })
})

describe('a database that other files have made is refused', () => {
  test('with the same names', async () => {
    await database.pool.query("update migrations set digest = 'x' || digest where name like '0003%'")
    await expect(migrate(database.pool)).rejects.toThrow(/another build/)
  })

  test('with a name of before that there is none of', async () => {
    await database.pool.query("insert into migrations values ('0012-of-a-branch.sql', '', 0)")
    await expect(migrate(database.pool)).rejects.toThrow(/another build.*0012-of-a-branch/)
  })

  test('where a file is missing that comes before, or has the number of, one that was applied', async () => {
    write('9998-first.sql', 'create table first_of_all ();')
    await migrate(database.pool, { from })
    write('9997-late.sql', 'create table late ();')
    const upgrade = migrate(database.pool, { from })
    await expect(upgrade).rejects.toThrow(StartError)
    await expect(upgrade).rejects.toThrow(/has 9998-first.sql without 9997-late.sql/)
    rmSync(join(from, '9997-late.sql'))
    write('9998-second.sql', 'create table late ();')
    await expect(migrate(database.pool, { from })).rejects.toThrow(/without 9998-second.sql/)
    expect(await query("select to_regclass('late') as late")).toEqual([{ late: null }])
  })
})

test('opens a database of the time before the files were numbered anew', async () => {
  await database.pool.query(
    `update migrations set name = '017-alarms.sql',
       digest = '7ddaccb414078dd66a91f575f78148fc182b516cc5383612e5180ff2f72f27db' where name = '0015-alarms.sql'`,
  )
  expect(await migrate(database.pool)).toEqual([])
  const { rows } = await database.pool.query("select name from migrations where name ~ '^0[0-9]+-alarms'")
  expect(rows).toEqual([{ name: '0015-alarms.sql' }])
})

test('opens a database made while a comment of a frozen file was another', async () => {
  const file = "name = '0043-server-moves.sql'"
  const [frozen] = await query(`select digest from migrations where ${file}`)
  await query(
    `update migrations set digest = 'f2fcdccce17eaeb3ff9b55cdcb1b63483a9ccda993bcb697a769bf3da0fb4c2e' where ${file}`,
  )
  expect(await migrate(database.pool)).toEqual([])
  expect(await query(`select digest from migrations where ${file}`)).toEqual([frozen])
})

test('an upgrade that fails leaves the old names of files, so that the version which knows those starts', async () => {
  await query(
    `update migrations set name = '017-alarms.sql',
       digest = '7ddaccb414078dd66a91f575f78148fc182b516cc5383612e5180ff2f72f27db' where name = '0015-alarms.sql'`,
  )
  write('9999-broken.sql', 'alter table nothing_of_this_name add column a text;')
  await expect(migrate(database.pool, { from })).rejects.toThrow('migration 9999-broken.sql failed')
  await expect(
    migrate(database.pool, { from, before: () => Promise.reject(new Error('the disk is full')) }),
  ).rejects.toThrow('the disk is full')
  expect(await query("select name from migrations where name ~ '^0[0-9]+-alarms'")).toEqual([
    { name: '017-alarms.sql' },
  ])
})
