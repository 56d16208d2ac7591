import { expect, test } from 'vitest'
import { CooldownHistory } from './expand.ts'

test('what has become urgent is told within the cool-down, once, with how many were kept back', () => {
  const history = new CooldownHistory()
  const ask = (minute: number, isUrgent: boolean) =>
    history.ask('one', { time: minute * 60_000, isUrgent, coolDownMs: 10 * 60_000 })
  expect([ask(0, false), ask(1, false), ask(2, false)]).toEqual([0, null, null])
  expect(ask(3, true)).toBe(2)
  expect([ask(4, true), ask(5, false)]).toEqual([null, null])
  expect(ask(13, false)).toBe(2)
})
