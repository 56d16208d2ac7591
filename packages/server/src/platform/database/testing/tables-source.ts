/**
 * The source of `tables.ts`, from the lines of `migrations/schema.txt` and the columns that `column-types.ts` says
 * more of.
 * @throws where `column-types.ts` names a column that is not there
 */
export function tablesSource(schema: readonly string[], columnTypes: string): string {
  const known = typedColumns(columnTypes)
  const choices = choicesOf(schema)
  const lines: string[] = []
  let table = ''
  for (const line of [...schema, 'type ']) {
    const [, head, tableName, name, type, rest = ''] = line.match(linePattern) ?? []
    if (head !== undefined) {
      if (table !== '') lines.push('  }')
      table = tableName ?? ''
      if (table !== '') lines.push(`  ${table}: {`)
    } else if (table !== '' && name !== undefined && type !== undefined) {
      const column = `${table}.${name}`
      const own = known.delete(column) ? `ColumnTypes['${table}']['${name}']` : choices.get(column)
      lines.push(folded(`    ${name}: ${typeOf(type, own, rest)}`))
    }
  }
  if (known.size > 0) throw new Error(`column-types.ts names ${[...known].join(', ')}: no such column`)
  return `${beginning}\n${lines.join('\n')}\n}\n`
}

const beginning = `// Made from migrations/schema.txt by schema.test.ts, whose message shows how to make it anew.
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** The tables of \`migrations/\` as Kysely sees them. */
export interface Tables {`

/** The head of a table or of a row type, or a column with its type and its conditions. */
const linePattern =
  /^(table (\w+)|type )|^ {2}(?!constraint|CREATE)(\w+) (smallint|integer|bigint|real|double precision|boolean|bytea|jsonb?|text)((?:\[\])?(?: .*)?)$/

const plainTypes: Record<string, string> = {
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  real: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  text: 'string',
}

/** As the formatter writes a line that is too long. */
function folded(line: string): string {
  const [, head, choices] = /^( {4}\w+: Generated<)(.+)>$/.exec(line) ?? []
  return line.length <= maxLineChars || head === undefined ? line : `${head}\n      ${choices}\n    >`
}

const maxLineChars = 110

/** @param own what the column holds where SQL does not say it; @param rest of its line: array, not null, default */
function typeOf(type: string, own: string | undefined, rest: string): string {
  if (/ stored /.test(rest)) return `ColumnType<${plainTypes[type]}, never, never>`
  const isJson = type.startsWith('json')
  const one = isJson ? `JSONColumnType<${own ?? 'Record<string, unknown>'}>` : (own ?? plainTypes[type]!)
  const all = rest.startsWith('[]') && own === undefined ? `${one}[]` : one
  if (!/ not null/.test(rest)) return `${all} | null`
  return / (identity|default)\b/.test(rest) ? `Generated<${all}>` : all
}

/** Columns by `table.column` that a check restricts to a few words, as a union of them. */
function choicesOf(schema: readonly string[]): Map<string, string> {
  const choices = new Map<string, string>()
  let table = ''
  for (const line of schema) {
    table = /^table (\w+)/.exec(line)?.[1] ?? table
    const [, column, words] =
      /CHECK \(\((\w+) = ANY \(ARRAY\[((?:'[^']*'::text(?:, )?)+)\]\)\)\)/.exec(line) ?? []
    if (column) choices.set(`${table}.${column}`, words!.replaceAll('::text', '').replaceAll(', ', ' | '))
  }
  return choices
}

/** The columns of `column-types.ts`, by `table.column`. */
function typedColumns(source: string): Set<string> {
  const columns = new Set<string>()
  let table = ''
  for (const line of source.split('\n')) {
    table = /^ {2}(\w+): \{$/.exec(line)?.[1] ?? table
    const column = /^ {4}(\w+): /.exec(line)?.[1]
    if (column) columns.add(`${table}.${column}`)
  }
  return columns
}
