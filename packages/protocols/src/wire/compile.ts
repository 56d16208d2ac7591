/**
 * Functions written for one table. A loop over rows finds out anew at every row which type it calls and which key it
 * writes; in a function with a line for each row V8 knows both, and decoding takes two thirds of the time.
 * Their text is made of the names of rows alone, never of what a device sent.
 */
import type { Report } from '../protocol.ts'

/** The parts of a row that a function is written from. */
interface Row {
  name: string
  read: unknown
  when?: unknown
  isPart?: boolean | undefined
}

/** @param values what is known before; the rows add to it */
// biome-ignore lint/suspicious/noExplicitAny: rows differ in type
export type ReadRows<Reader> = (reader: Reader, values?: Record<string, any>) => Record<string, any>
export type AddRows<V> = (report: Report, values: V) => void
/** Puts a value where a report has a place for its name. */
// biome-ignore lint/suspicious/noExplicitAny: rows differ in type
export type Add = (report: Report, value: any, name: string) => void

/** Reads all rows, or with `untilEnd` those that begin before the bytes end. */
export function compileReader<Reader>(rows: readonly Row[], untilEnd: boolean): ReadRows<Reader> {
  const lines = rows.flatMap(({ when }, i) => [
    untilEnd ? 'if (reader.offset >= reader.end) return values' : '',
    when ? `if (when${i}(values))` : '',
    `if ((value = read${i}(reader, values)) !== undefined) ${keyOf('values', rows[i]!)} = value`,
  ])
  // Every key is there from the start: adding them one by one is slow.
  const empty = rows.map(({ name }) => `${JSON.stringify(name)}: undefined`)
  return withParts(rows, ['read', 'when'], `(reader, values = { ${empty} })`, [...lines, 'return values'])
}

/** Adds the values of the rows: by `addOf` its name, or where that is null into the key itself. */
export function compileAdder<V>(rows: readonly Row[], addOf: (name: string) => Add | null): AddRows<V> {
  const added = rows.filter(({ isPart }) => !isPart).map(({ name }) => ({ name, add: addOf(name) }))
  const lines = added.map(({ name, add }, i) => {
    const put = add
      ? `add${i}(report, value, ${JSON.stringify(name)})`
      : `${keyOf('report', { name })} = value`
    return `if ((value = ${keyOf('values', { name })}) !== undefined) ${put}`
  })
  return withParts(added, ['add'], '(report, values)', lines)
}

const keyOf = (object: string, { name }: { name: string }) => `${object}[${JSON.stringify(name)}]`

/** A function whose lines know the parts of each row by a name and its number: `read0`, `read1`. */
function withParts<F>(rows: readonly object[], parts: string[], head: string, lines: string[]): F {
  const known = rows.flatMap((_, i) => parts.map((part) => `const ${part}${i} = rows[${i}].${part}`))
  return new Function('rows', `${known.join('\n')}\nreturn ${head} => {\nlet value\n${lines.join('\n')}\n}`)(
    rows,
  )
}
