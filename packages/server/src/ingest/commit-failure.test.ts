import { expect, test } from 'vitest'
import { commitFailureOf } from './commit-failure.ts'

test.each([
  { what: 'a value that is too great', error: { code: '22003' }, failure: 'values' },
  {
    what: 'a check of a column',
    error: { code: '23514', constraint: 'alarms_phase_check' },
    failure: 'values',
  },
  { what: 'a partition that was attached meanwhile', error: { code: '23514' }, failure: 'wait' },
  { what: 'a position that is there', error: { code: '23505', constraint: 'x' }, failure: 'repeat' },
  { what: 'a full disk', error: { code: '53100' }, failure: 'wait' },
  { what: 'a broken connection', error: { code: 'ECONNRESET' }, failure: 'wait' },
])('$what: $failure', ({ error, failure }) => expect(commitFailureOf(error)).toBe(failure))
