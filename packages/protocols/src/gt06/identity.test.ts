import { expect, test } from 'vitest'
import { identityOf } from './identity.ts'

test.each([
  ['0123456789012345', ['123456789012345']],
  ['0864717003664467', ['864717003664467']],
  // A clone that begins with the IMEI and pads after it.
  ['864717003664467f', ['864717003664467']],
  ['8647170036644670', ['864717003664467', '8647170036644670']],
  ['8647170036644671', ['8647170036644671']],
  // Terminal numbers that are no IMEI are registered with or without their zeros.
  ['0000012345678901', ['000012345678901', '12345678901']],
])('%s may be %s', (digits, terminalIds) => {
  expect(identityOf(digits)).toEqual({ terminalIds })
})

test.each(['0000000000000000', '000000000000000f', '0a23456789012345', '01234567', ''])(
  '%s is nobody',
  (digits) => {
    expect(identityOf(digits)).toBeNull()
  },
)
