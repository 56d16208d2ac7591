import { register } from 'prom-client'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readColumn, storedForm } from './stored-json.ts'

const first = storedForm('testFirst', z.object({ km: z.number() }))
const second = storedForm('testSecond', z.object({ metres: z.number() }), [
  ({ km, ...rest }) => ({ ...rest, metres: (km as number) * 1000 }),
])

test('what version 1 wrote has no version, and is read by every later one', () => {
  expect(first.write({ km: 2 })).toEqual({ km: 2 })
  expect(first.read({ km: 2 })).toEqual({ km: 2 })
  expect(second.read({ km: 2 })).toEqual({ metres: 2000 })
})

test('a later version writes its number, and reads what it wrote', () => {
  const stored = second.write({ metres: 5 })
  expect(stored).toEqual({ metres: 5, version: 2 })
  expect(second.read(stored)).toEqual({ metres: 5 })
})

test('of rows those are left out that cannot be read', () => {
  const rows = [
    { id: 1, way: { km: 2 } },
    { id: 2, way: { metres: 7, version: 3 } },
  ]
  expect(readColumn<{ id: number; way: object }, 'way'>(rows, 'way', second)).toEqual([
    { id: 1, way: { metres: 2000 } },
  ])
})

test('nothing stored is nothing read', () => {
  expect(first.read(null)).toBeNull()
})

test.each([
  ['newer', { km: 2, version: 2 }],
  ['unreadable', { km: '2' }],
  ['unreadable', { km: 2, version: 'x' }],
  ['unreadable', 7],
])('a %s value is counted, not thrown: %j', async (reason, stored) => {
  const counted = async () => {
    const { values } = await register.getSingleMetric('trackway_stored_values_refused_total')!.get()
    return values.find(({ labels }) => labels.form === 'testFirst' && labels.reason === reason)?.value ?? 0
  }
  const before = await counted()
  expect(first.read(stored)).toBeNull()
  expect(await counted()).toBe(before + 1)
})
