import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { migrationsFolder, readMigrations } from './migration-files.ts'
import { readSchema } from './testing/schema.ts'
import { tablesSource } from './testing/tables-source.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())

test('the schema is the one that was reviewed: vitest -u writes a wanted change', async () => {
  const text = `${(await readSchema(database.pool)).join('\n')}\n`
  await expect(text).toMatchFileSnapshot('../../../migrations/schema.txt')
})

test('tables.ts has the columns of the schema: vitest -u writes it anew', async () => {
  const columnTypes = await readFile(join(import.meta.dirname, 'column-types.ts'), 'utf8')
  await expect(tablesSource(await readSchema(database.pool), columnTypes)).toMatchFileSnapshot('tables.ts')
})

describe('migrations that have landed', () => {
  const list = join(migrationsFolder, 'digests.txt')

  test('are never changed or removed: write a new one', async () => {
    const files = new Map((await readMigrations(migrationsFolder)).map(({ name, digest }) => [name, digest]))
    const changed = readDigests(await readFile(list, 'utf8')).filter(
      ({ name, digest }) => files.get(name) !== digest,
    )
    expect(
      changed.map(({ name }) => name),
      'Databases have applied these files as digests.txt knows them, and refuse others. Take the change back and ' +
        'write a new migration. Only for a file that is not merged yet: delete its line, and run this with -u.',
    ).toEqual([])
  })

  test('have a digest each: vitest -u adds those of new files', async () => {
    const known = new Map(
      readDigests(await readFile(list, 'utf8')).map(({ name, digest }) => [name, digest] as const),
    )
    for (const { name, digest } of await readMigrations(migrationsFolder))
      if (!known.has(name)) known.set(name, digest)
    const lines = [...known].sort(([one], [other]) => (one < other ? -1 : 1))
    await expect(`${lines.map(([name, digest]) => `${digest}  ${name}`).join('\n')}\n`).toMatchFileSnapshot(
      list,
    )
  })
})

const readDigests = (text: string) =>
  text
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) => ({ digest: line.slice(0, 64), name: line.slice(64).trim() }))
