import { Counter, register } from 'prom-client'
import type { z } from 'zod'

const name = 'trackway_stored_values_refused_total'
const refusedValues =
  (register.getSingleMetric(name) as Counter | undefined) ??
  new Counter({
    name,
    help: 'Stored JSON that was not read: newer: written by a newer version; unreadable: not of its form.',
    labelNames: ['form', 'reason'],
  })

/** Counts a stored value that counts as none: `newer`, of a newer version, or `unreadable`, not of its form. */
export function countRefusedValue(form: string, reason: 'newer' | 'unreadable'): void {
  refusedValues.inc({ form, reason })
}

type Json = Record<string, unknown>

/** How a JSON object that the server stores for itself is read back. */
export interface StoredForm<T> {
  /** Counts and returns null for a value that a newer version wrote, or that is not of its form; null for null. */
  read(stored: unknown): T | null
  /** What is stored of a value: the value itself, from version 2 on with its version. */
  write(value: T): T
}

/**
 * The form of a JSON object that one version stores and another may read, years later or beside it. A change that the
 * schema of before does not read is a new version: add the function that makes it of the version before to `upgrades`.
 * Rows are not rewritten for that: each is read in the version it was written in.
 * @param upgrades the first one makes version 2 of version 1, which has no version
 */
export function storedForm<T extends object>(
  form: string,
  schema: z.ZodType<T>,
  upgrades: readonly ((older: Json) => Json)[] = [],
): StoredForm<T> {
  const newest = upgrades.length + 1
  const refuse = (reason: 'newer' | 'unreadable') => {
    countRefusedValue(form, reason)
    return null
  }
  return {
    read(stored) {
      if (stored === null || stored === undefined) return null
      let value = stored as Json
      const version = value.version ?? 1
      if (!Number.isInteger(version) || (version as number) < 1) return refuse('unreadable')
      if ((version as number) > newest) return refuse('newer')
      for (const upgrade of upgrades.slice((version as number) - 1)) value = upgrade(value)
      const read = schema.safeParse(value)
      return read.success ? read.data : refuse('unreadable')
    },
    write: (value) => (newest === 1 ? value : { ...value, version: newest }),
  }
}

/** Rows of a query with what one column stores read; those of which this version cannot read it are left out. */
export function readColumn<Row, Column extends keyof Row>(
  rows: readonly Row[],
  column: Column,
  form: StoredForm<Row[Column] & object>,
): Row[] {
  return rows.flatMap((row): Row[] => {
    const value = form.read(row[column])
    return value === null ? [] : [{ ...row, [column]: value }]
  })
}
