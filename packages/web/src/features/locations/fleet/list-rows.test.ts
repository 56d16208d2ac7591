import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { kindOf } from './filters.ts'
import type { NameOrder } from './list-order.ts'
import { ListRows } from './list-rows.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 }))
afterEach(() => vi.useRealTimers())

/** Rows 0, 1, 2 …, of one kind; the id of a row is its number and 10. */
const rowsAt = (times: readonly number[], isLoading = false) => ({
  count: times.length,
  kinds: times.map(() => 0),
  times,
  rankTimes: times,
  rowOf: (id: number) => (id - 10 < times.length ? id - 10 : undefined),
  isLoading,
})
const order = (list: ListRows, times: readonly number[]) => [...list.pass(rowsAt(times), null)]
const byName: NameOrder = {
  ids: [12, 10, 11],
  owners: [1, 0, 0],
  accounts: [
    { id: 5, name: 'north' },
    { id: 6, name: 'south' },
  ],
}
const folded = (...ids: number[]) => new Set(ids)

test('the row with the latest report comes first', () => {
  expect(order(new ListRows(), [3, 9, 5])).toEqual([1, 2, 0])
})

test('what changed by its age alone stays where it is, until one changes its state', () => {
  const list = new ListRows()
  order(list, [3, 9])
  vi.setSystemTime(2_000_000)
  expect(order(list, [10, 9])).toEqual([1, 0])
  list.touch()
  expect(order(list, [10, 9])).toEqual([0, 1])
})

test('by the last contact, where that is chosen, it moves after ten seconds', () => {
  const list = new ListRows()
  list.arrange({ sort: 'age', isGrouped: false, folded: folded() })
  order(list, [3, 9])
  expect(order(list, [10, 9])).toEqual([1, 0])
  vi.setSystemTime(1_010_000)
  expect(order(list, [10, 9])).toEqual([0, 1])
})

test('within a state rows are by name, and those that are offline by their last contact', () => {
  const list = new ListRows()
  const kind = (state: 'online' | 'offline', runState: number) =>
    kindOf({ state, runState: runState as 1, carIconState: 0 })
  const rows = { ...rowsAt([9, 1, 5]), kinds: [0, 0, 0].map(() => kind('online', 1)) }
  list.pass(rows, null)
  list.setNames(byName)
  expect([...list.pass(rows, null)]).toEqual([2, 0, 1])
  list.touch()
  expect([
    ...list.pass({ ...rows, kinds: [kind('online', 2), rows.kinds[1]!, rows.kinds[2]!] }, null),
  ]).toEqual([2, 1, 0])
  list.touch()
  expect([...list.pass({ ...rows, kinds: [0, 0, 0].map(() => kind('offline', 4)) }, null)]).toEqual([0, 2, 1])
})

test('under the pointer the order does not change, new rows come last, and it is put in order afterwards', () => {
  const list = new ListRows()
  order(list, [3, 9])
  list.hold(true)
  list.touch()
  vi.setSystemTime(1_060_000)
  expect(order(list, [20, 9, 30])).toEqual([1, 0, 2])
  list.hold(false)
  expect(order(list, [20, 9, 30])).toEqual([2, 0, 1])
})

test('what the user chooses counts at once, even under the pointer', () => {
  const list = new ListRows()
  order(list, [3, 9])
  list.hold(true)
  expect([...list.pass(rowsAt([3, 9]), (row) => row === 0)]).toEqual([0])
  expect([...list.pass(rowsAt([3, 9]), () => true)]).toEqual([0])
  list.refilter()
  expect([...list.pass(rowsAt([3, 9]), () => true)]).toEqual([1, 0])
  list.setNames(byName)
  list.arrange({ sort: 'name', isGrouped: false, folded: folded() })
  expect(order(list, [3, 9])).toEqual([0, 1])
})

test('names are requested where the order or the groups need them', () => {
  const list = new ListRows()
  expect(list.needsNames).toBe(false)
  expect(list.isStale).toBe(true)
  order(list, [3, 9])
  expect(list.needsNames).toBe(true)
  list.arrange({ sort: 'age', isGrouped: false, folded: folded() })
  expect(list.needsNames).toBe(false)
  list.arrange({ sort: 'name', isGrouped: false, folded: folded() })
  expect(list.needsNames).toBe(true)
  list.arrange({ sort: 'age', isGrouped: true, folded: folded() })
  expect(list.needsNames).toBe(true)
})

test('groups have a heading with how many there are and move; folded ones have it alone', () => {
  const list = new ListRows()
  list.setNames(byName)
  list.arrange({ sort: 'age', isGrouped: true, folded: folded() })
  const times = [3, 9, 5]
  const shown = () => list.itemsOf(list.pass(rowsAt(times), null), (row) => row === 2)
  expect([...Array.from(shown().items)]).toEqual([-1, 1, 0, -2, 2])
  expect(shown().groups).toEqual([
    { id: 5, name: 'north', count: 2, moving: 0, isFolded: false },
    { id: 6, name: 'south', count: 1, moving: 1, isFolded: false },
  ])
  const { shape } = shown()
  expect(shown().shape).toBe(shape)
  list.arrange({ sort: 'age', isGrouped: true, folded: folded(5) })
  expect([...Array.from(shown().items)]).toEqual([-1, -2, 2])
  expect(shown().shape).not.toBe(shape)
})

test('devices of an account that is not known yet are in the last group', () => {
  const list = new ListRows()
  list.setNames({ ...byName, ids: [10], owners: [0] })
  list.arrange({ sort: 'age', isGrouped: true, folded: folded() })
  const { items, groups } = list.itemsOf(list.pass(rowsAt([3, 9]), null), () => false)
  expect(Array.from(items)).toEqual([-1, 0, -2, 1])
  expect(groups.map(({ id }) => id)).toEqual([5, 0])
})

test('rows that are gone leave the others in their order', () => {
  const list = new ListRows()
  order(list, [3, 9, 5])
  list.hold(true)
  list.renumber((row) => (row === 1 ? undefined : row === 2 ? 1 : row))
  expect(order(list, [3, 5])).toEqual([1, 0])
})

test('while rows are coming they are put in order under the pointer, too', () => {
  const list = new ListRows()
  list.pass(rowsAt([3, 9], true), null)
  list.hold(true)
  list.renew()
  expect([...list.pass(rowsAt([3, 9, 20], true), null)]).toEqual([2, 1, 0])
})
