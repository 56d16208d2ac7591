import { expect, test } from 'vitest'
import { roadWidth } from './widths.ts'

test('a road has the width of each stop, and grows evenly between them and beyond', () => {
  expect(roadWidth('minor', false, 15)).toBeCloseTo(4.4)
  expect(roadWidth('minor', false, 15.5)).toBeCloseTo(Math.sqrt(4.4 * 7))
  expect(roadWidth('minor', false, 19)).toBeCloseTo(17 * 1.5)
  expect(roadWidth('primary', true, 16)).toBeCloseTo(10.5 * 0.7)
})

test('what is not drawn yet has no width', () => {
  expect(roadWidth('service', false, 13.9)).toBe(0)
  expect(roadWidth('path', false, 14.9)).toBe(0)
  expect(roadWidth('secondary', false, 5)).toBe(0)
})
