import { expect, test } from 'vitest'
import { type CommandHold, whyNotCut } from './command-states.ts'

const now = Date.UTC(2026, 4, 1)
const fresh = now - 60_000
const old = now - 300_000

test.each<
  [
    string,
    accOn: boolean | null,
    accTime: number | null,
    speed: number | null,
    fix: number | null,
    CommandHold | null,
  ]
>([
  ['slow by a fresh fix', true, fresh, 20, fresh, null],
  ['slow, and nothing said of the ignition', null, null, 0, fresh, null],
  ['fast by a fresh fix', true, fresh, 21, fresh, 'moving'],
  ['fast with the ignition off: its wire says nothing', false, fresh, 80, fresh, 'moving'],
  ['fast with the ignition off by the database', false, null, 80, fresh, 'moving'],
  ['ignition just told off, last fix old', false, fresh, 80, old, null],
  ['ignition just told off, no fix ever', false, fresh, null, null, null],
  ['ignition just told off, a fix without speed', false, fresh, null, fresh, null],
  ['ignition told off long ago', false, old, 0, old, 'noFreshFix'],
  ['ignition off, nobody knows since when', false, null, null, fresh, 'noFreshFix'],
  ['ignition on, last fix old', true, fresh, 0, old, 'noFreshFix'],
  ['nothing known', null, null, null, null, 'noFreshFix'],
])('%s', (_, accOn, accTime, speedKmh, fixTime, hold) =>
  expect(whyNotCut({ accOn, accTime, speedKmh, fixTime }, now)).toBe(hold),
)
