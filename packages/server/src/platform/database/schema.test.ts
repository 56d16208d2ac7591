import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
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
