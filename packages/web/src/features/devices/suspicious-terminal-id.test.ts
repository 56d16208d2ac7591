import { expect, test } from 'vitest'
import { suspiciousTerminalId } from './suspicious-terminal-id.ts'

test.each([
  ['490154203237518', 'gt06', null], // the example IMEI of 3GPP TS 23.003
  [' 490154203237518 ', 'gt06', null],
  ['490154203237519', 'gt06', 'luhn'],
  ['13912345678', 'jt808', null],
  ['00000000013912345678', 'jt808', null],
  ['490154203237519', 'jt808', null],
  // The schema refuses these; there is nothing to suspicion.
  ['12345', 'gt06', null],
  ['', undefined, null],
])('terminal id %j of a %s device: %s', (id, wire, suspicion) =>
  expect(suspiciousTerminalId(id, wire)).toBe(suspicion),
)
