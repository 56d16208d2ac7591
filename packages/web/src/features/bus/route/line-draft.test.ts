import { expect, test } from 'vitest'
import { offsetsAfter, withStop } from './line-draft.ts'

const place = (north: number) => ({ lat: north / 100, lon: 1 })
const stop = (north: number, name: string) => ({ ...place(north), name, radiusM: 30 })

test('a stop that is set takes its place along the way', () => {
  const draft = { shape: [place(0), place(4)], stops: [stop(0, 'a'), stop(2, 'b'), stop(4, 'c')] }
  expect(withStop(draft, place(3), 'new').stops.map(({ name }) => name)).toEqual(['a', 'b', 'new', 'c'])
  expect(withStop(draft, place(5), 'new').stops.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'new'])
  expect(withStop({ shape: [], stops: [] }, place(3), 'new').stops).toEqual([stop(3, 'new')])
})

test('running times follow the stops', () => {
  const before = [{ id: 1 }, { id: 2 }, { id: 3 }]
  const after = (ids: (number | undefined)[]) =>
    offsetsAfter(
      before,
      ids.map((id) => ({ id })),
      [0, 5, 12],
    )
  expect(after([1, 2, 3])).toEqual([0, 5, 12])
  expect(after([1, 3])).toEqual([0, 12])
  expect(after([2, 3])).toEqual([0, 7])
  expect(after([1, undefined, 2, 3])).toEqual([0, 3, 5, 12])
  expect(after([undefined, 1, 2, undefined])).toEqual([0, 2, 7, 9])
  expect(after([3, 1])).toEqual([0, 0])
})
