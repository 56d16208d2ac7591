import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PartWindow } from './part-window.ts'

const windowOf = (parts: number, more: Partial<ConstructorParameters<typeof PartWindow>[0]> = {}) =>
  new PartWindow({
    parts,
    acked: new Uint8Array(Math.ceil(parts / 8)),
    atOnce: 2,
    answerMs: 1_000,
    maxSends: 3,
    ...more,
  })

test('so many wait for their answer at a time, and each answer lets the next one go', () => {
  const window = windowOf(4)
  expect(window.take(0)).toEqual([1, 2])
  expect([2, 3].map((number) => window.isUnderWay(number))).toEqual([true, false])
  expect(window.take(999)).toEqual([])
  window.acknowledge(2)
  expect(window.take(999)).toEqual([3])
})

test('a part without an answer goes out again, later each time, and not for ever', () => {
  const window = windowOf(1)
  expect([0, 1_000, 2_999, 3_000].map((now) => window.take(now))).toEqual([[1], [1], [], [1]])
  expect(window.take(6_000)).toBeNull()
})

test('parts that the device lacks go out at once, and those that it has not again', () => {
  const window = windowOf(4)
  window.take(0)
  window.acknowledge(1)
  window.sendAgain([1, 2, 9])
  expect(window.take(1)).toEqual([2, 3])
})

test('after a restart only parts that were not answered go out', () => {
  const window = windowOf(9, { acked: Uint8Array.of(0b1111_1101, 0), atOnce: 8 })
  expect([window.ackedCount, window.take(0)]).toEqual([7, [2, 9]])
})

test('whatever is lost, every part arrives, and no more are under way than may be', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 8 }),
      fc.infiniteStream(fc.nat(9)),
      (parts, atOnce, luck) => {
        const window = windowOf(parts, { atOnce, maxSends: 10_000 })
        const arrived = new Set<number>()
        const open = new Set<number>()
        for (let now = 0; !window.isDone; now += 4_000) {
          for (const number of window.take(now)!) {
            open.add(number)
            expect(open.size).toBeLessThanOrEqual(atOnce)
            if (luck.next().value! < 2) continue
            arrived.add(number)
            if (luck.next().value! < 2) continue
            window.acknowledge(number)
            open.delete(number)
          }
        }
        expect(arrived.size).toBe(parts)
      },
    ),
    { numRuns: 50 },
  )
})
