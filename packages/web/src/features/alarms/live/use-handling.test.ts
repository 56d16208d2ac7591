import { expect, test } from 'vitest'
import { effectOf } from './use-handling.tsx'

test.each([
  ['acknowledge', { state: 'acknowledged', handler: 'ann', handleTime: 7, readTime: 7 }],
  ['resolve', { state: 'resolved', handler: 'ann', handleTime: 7, readTime: 7 }],
  ['false', { state: 'false', handler: 'ann', handleTime: 7, readTime: 7 }],
  // Who opens an alarm again has not unread it.
  ['reopen', { state: 'new', handler: 'ann', handleTime: 7 }],
  ['read', { readTime: 7 }],
  ['unread', { readTime: null }],
  // Only the server knows the result of these.
  ['assign', {}],
  ['note', {}],
] as const)('%s shows at once as the server will tell it', (action, part) => {
  expect(effectOf(action, 'ann', 7)).toEqual(part)
})
