import { busLimits } from '@trackway/core/features/bus/calls.ts'
import { expect, test } from 'vitest'
import { draftOf, offsetsAfter, withStop } from './line-draft.ts'

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

test('a line is edited without what is computed of it, and a new one begins empty', () => {
  const line = { shape: [place(0), place(4)], stops: [{ ...stop(0, 'a'), id: 3, alongM: 0 }] } as never
  expect(draftOf(line)).toEqual({ shape: [place(0), place(4)], stops: [{ ...stop(0, 'a'), id: 3 }] })
  expect(draftOf(null)).toEqual({ shape: [], stops: [] })
})

test('a stop beyond what a line may have comes last, where it is refused, and moves no other', () => {
  const stops = Array.from({ length: busLimits.stops }, (_, at) => stop(at / 100, String(at)))
  const after = withStop({ shape: [place(0), place(4)], stops }, place(0), 'too many').stops
  expect(after.at(-1)?.name).toBe('too many')
  expect(after.slice(0, -1)).toEqual(stops)
})

test('stops that are new one after another share the minutes between their neighbours', () => {
  const before = [{ id: 1 }, { id: 2 }]
  const after = (ids: (number | undefined)[], offsets = [0, 9]) =>
    offsetsAfter(
      before,
      ids.map((id) => ({ id })),
      offsets,
    )
  expect(after([1, undefined, undefined, 2])).toEqual([0, 3, 6, 9])
  expect(after([undefined, undefined, 1])).toEqual([0, 2, 4])
  expect(after([undefined, undefined])).toEqual([0, 2])
  expect(after([1, 2], [0])).toEqual([0, 0])
  expect(after([])).toEqual([])
})
