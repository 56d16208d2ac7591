import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { StartError } from '../start-error.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
// Each on a database of its own: some leave theirs unusable.
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.drop())

test('applies nothing twice', async () => {
  expect(await migrate(database.pool)).toEqual([])
})

test('several processes may migrate at once', async () => {
  expect(await Promise.all([migrate(database.pool), migrate(database.pool)])).toEqual([[], []])
})

test('an upgrade that fails in its middle leaves the version before able to start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  cpSync(join(import.meta.dirname, '..', '..', '..', 'migrations'), folder, { recursive: true })
  writeFileSync(
    join(folder, '9998-sound.sql'),
    'create table half_way (); alter table accounts drop column remark;',
  )
  writeFileSync(join(folder, '9999-broken.sql'), 'alter table nothing_of_this_name add column a text;')
  const backedUp: string[] = []
  const upgrade = migrate(database.pool, { from: folder, before: async (first) => backedUp.push(first) })
  await expect(upgrade).rejects.toThrow('migration 9999-broken.sql failed')
  expect(backedUp).toEqual(['9998-sound.sql'])
  expect(await migrate(database.pool)).toEqual([])
  const { rows } = await database.pool.query(
    "select to_regclass('half_way') as half, count(remark) from accounts",
  )
  expect(rows).toEqual([{ half: null, count: 0 }])
  rmSync(folder, { recursive: true })
})

test('refuses a database that a newer version has used', async () => {
  await database.pool.query("insert into migrations values ('9999-from-the-future.sql', '', 0)")
  await expect(migrate(database.pool)).rejects.toThrow(StartError)
  await database.pool.query("delete from migrations where name like '9999%'")
})

test('refuses a database that other files of the same names have made', async () => {
  const { rows } = await database.pool.query(
    "update migrations set digest = 'x' || digest where name like '0003%' returning name",
  )
  expect(rows).toHaveLength(1)
  await expect(migrate(database.pool)).rejects.toThrow(/another build/)
})

test('opens a database of the time before the files were numbered anew', async () => {
  await database.pool.query(
    `update migrations set name = '017-alarms.sql',
       digest = '7ddaccb414078dd66a91f575f78148fc182b516cc5383612e5180ff2f72f27db' where name = '0015-alarms.sql'`,
  )
  expect(await migrate(database.pool)).toEqual([])
  const { rows } = await database.pool.query("select name from migrations where name like '%alarms.sql'")
  expect(rows).toEqual([{ name: '0015-alarms.sql' }])
})
