import { expect, test } from 'vitest'
import { HitIndex, TakenCells } from './hit-index.ts'

test('finds the nearest mark within reach, the topmost of equals', () => {
  const drawn = new HitIndex()
  drawn.add(7, 100, 100)
  drawn.add(8, 110, 100)
  drawn.add(9, 110, 100)
  expect(drawn.rowAt(101, 101, 20)).toBe(7)
  expect(drawn.rowAt(111, 100, 20)).toBe(9)
  expect(drawn.rowAt(200, 200, 20)).toBeNull()
})

test('holds more marks than it began with', () => {
  const drawn = new HitIndex()
  for (let row = 0; row < 1000; row++) drawn.add(row, row, 0)
  expect(drawn.rowAt(999, 0, 1)).toBe(999)
  drawn.clear()
  expect(drawn.rowAt(999, 0, 1)).toBeNull()
})

test('a box is taken once', () => {
  const taken = new TakenCells()
  taken.reset(800, 600)
  expect(taken.take(100, 100, 60, 20)).toBe(true)
  expect(taken.take(150, 110, 60, 20)).toBe(false)
  expect(taken.take(300, 100, 60, 20)).toBe(true)
  expect(taken.isTaken(110, 110)).toBe(true)
  expect(taken.isTaken(250, 110)).toBe(false)
  expect(taken.isTaken(-5, 10)).toBe(true)
  expect(taken.take(-200, 0, 50, 50)).toBe(false)
  taken.reset(800, 600)
  expect(taken.take(150, 110, 60, 20)).toBe(true)
})
