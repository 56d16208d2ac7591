import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { type ColumnFact, readColumns, readSchema } from './testing/schema.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())

test('the schema is the one that was reviewed: vitest -u writes a wanted change', async () => {
  const text = `${(await readSchema(database.pool)).join('\n')}\n`
  await expect(text).toMatchFileSnapshot('../../../migrations/schema.txt')
})

test('tables.ts names the columns of the database, with their types, nulls and defaults', async () => {
  const stored = new Map<string, Map<string, ColumnFact>>()
  for (const { table, ...fact } of await readColumns(database.pool))
    stored.set(table, (stored.get(table) ?? new Map()).set(fact.name, fact))
  const told = toldColumns(await readFile(join(import.meta.dirname, 'tables.ts'), 'utf8'))
  expect(told.size).toBeGreaterThan(20)
  const wrong: string[] = []
  for (const [table, columns] of told) {
    const facts = stored.get(table)
    expect([...columns.keys()].sort(), table).toEqual([...(facts?.keys() ?? [])].sort())
    for (const [name, type] of columns) {
      const why = mismatch(facts!.get(name)!, type)
      if (why !== null) wrong.push(`${table}.${name}: ${why}, not ${type}`)
    }
  }
  expect(wrong).toEqual([])
})

/** Tables and columns as the source text of `Tables` declares them. */
function toldColumns(source: string): Map<string, Map<string, string>> {
  const body = source.slice(source.indexOf('export interface Tables {'))
  const tables = new Map<string, Map<string, string>>()
  for (const [, table, columns] of body.matchAll(/^ {2}(\w+): \{([^}]*)\}/gm)) {
    const plain = columns!.replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
    const fields = plain.matchAll(/(\w+): ([^;\n]+)/g)
    tables.set(table!, new Map([...fields].map(([, name, type]) => [name!, type!.trim()])))
  }
  return tables
}

const typeOf: Record<string, RegExp> = {
  smallint: /\b(number|RoleId|CommandResult)\b/,
  integer: /\bnumber\b/,
  bigint: /\bnumber\b/,
  real: /\bnumber\b/,
  'double precision': /\bnumber\b/,
  boolean: /\bboolean\b/,
  bytea: /\bBuffer\b/,
  'bytea[]': /\bBuffer\[\]/,
  json: /\bJSONColumnType</,
  jsonb: /\bJSONColumnType</,
  'text[]': /\bstring\[\]/,
  'integer[]': /\bnumber\[\]/,
  // A text may be one of a few words, which a type elsewhere lists.
  text: /\bstring\b|\[['"]|'\w+'|\b(AlarmChange|AlarmState|AuditKind|CloseReason|CodeRule|Language|LedgerAsset|LedgerKind|PostType|Notify\w+|Delivery\w+|AttemptOutcome|Command(?:Code|State|Failure|Hold)|ReplyClass)\b/,
}

function mismatch({ type, isNullable, hasDefault }: ColumnFact, told: string): string | null {
  if (!typeOf[type]?.test(told)) return `the type is ${type}`
  if (/\| null/.test(told) !== isNullable) return isNullable ? 'null is possible' : 'null is impossible'
  const isGenerated = /^(Generated|ColumnType)</.test(told)
  if (isGenerated !== hasDefault && !isNullable)
    return hasDefault ? 'there is a default' : 'there is no default'
  return null
}
