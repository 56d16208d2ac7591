import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commitFailureOf, knownChecks } from './commit-failure.ts'

test.each([
  { what: 'a value that is too great', error: { code: '22003' }, failure: 'values' },
  {
    what: 'a check of a column',
    error: { code: '23514', constraint: 'alarms_phase_check' },
    failure: 'values',
  },
  { what: 'JSON nested too deep', error: { code: '54001' }, failure: 'values' },
  { what: 'a partition that was attached meanwhile', error: { code: '23514' }, failure: 'wait' },
  {
    what: 'a position that is there',
    error: { code: '23505', constraint: 'positions_20261128_pkey' },
    failure: 'repeat',
  },
  {
    what: 'another unique key',
    error: { code: '23505', constraint: 'positions_20261128_fix_time_idx' },
    failure: 'schema',
  },
  { what: 'a check of a later version', error: { code: '23514', constraint: 'x_check' }, failure: 'schema' },
  { what: 'a column that must not be empty', error: { code: '23502' }, failure: 'schema' },
  { what: 'a column that is gone', error: { code: '42703' }, failure: 'schema' },
  { what: 'a full disk', error: { code: '53100' }, failure: 'wait' },
  { what: 'a broken connection', error: { code: 'ECONNRESET' }, failure: 'wait' },
])('$what: $failure', ({ error, failure }) => expect(commitFailureOf(error)).toBe(failure))

test('all checks of the tables that a commit writes are known', async () => {
  const schema = await readFile(join(import.meta.dirname, '..', '..', 'migrations', 'schema.txt'), 'utf8')
  const checks = ['positions', 'alarms', 'device_states', 'track_changes', 'ingest_commits'].flatMap(
    (table) => {
      const lines = schema
        .slice(schema.search(new RegExp(`^table ${table}\\b`, 'm')))
        .split('\n')
        .slice(1)
      const own = lines.slice(
        0,
        lines.findIndex((line) => !line.startsWith(' ')),
      )
      return own.flatMap((line) => /constraint (\w+) CHECK/.exec(line)?.[1] ?? [])
    },
  )
  expect(checks.toSorted()).toEqual([...knownChecks].toSorted())
})
