import { expect, test } from 'vitest'
import { z } from 'zod'
import { rounded, rounderOf } from './decimals.ts'

const single = Math.fround
const reply = z.object({
  list: z.array(
    z.object({
      id: z.int(),
      lat: z.number().nullable(),
      fromLon: z.number().optional(),
      speedKmh: z.number(),
      values: z.array(z.number().nullable()),
      area: z.discriminatedUnion('shape', [z.object({ shape: z.literal('circle'), radiusM: z.number() })]),
      detail: z.record(z.string(), z.unknown()),
    }),
  ),
  sum: z.object({ distanceM: z.number() }),
})

test('numbers of a reply have as many decimals as say something', () => {
  const row = {
    id: 7,
    lat: 22.500000000000004,
    fromLon: single(113.9),
    speedKmh: single(61.7),
    values: [single(0.1), null, 4],
    area: { shape: 'circle' as const, radiusM: 152.4 },
    detail: { lon: 0.1 + 0.2, note: 'x', deep: [{ limit: single(88.5139) }] },
  }
  const given = { list: [row], sum: { distanceM: 0.1 + 0.2 } }
  expect(rounderOf(reply)!(given)).toEqual({
    list: [
      {
        ...row,
        lat: 22.5,
        fromLon: 113.9000015,
        speedKmh: 61.7,
        values: [0.1, null, 4],
        detail: { lon: 0.3, note: 'x', deep: [{ limit: 88.514 }] },
      },
    ],
    sum: { distanceM: 0.3 },
  })
  // What a handler keeps is not touched.
  expect(row.speedKmh).toBe(single(61.7))
})

test('what needs no rounding stays the object that it was', () => {
  const given = { list: [], sum: { distanceM: 0.25 } }
  expect(rounderOf(reply)!(given)).toBe(given)
  expect(rounded(given)).toBe(given)
  expect(rounderOf(z.object({ id: z.int(), name: z.string() }))).toBeNull()
})

test('a type that holds itself is rounded all the way down', () => {
  const node: z.ZodType = z.lazy(() => z.object({ km: z.number(), below: z.array(node) }))
  expect(rounderOf(node)!({ km: 0.1 + 0.2, below: [{ km: single(0.7), below: [] }] })).toEqual({
    km: 0.3,
    below: [{ km: 0.7, below: [] }],
  })
})
