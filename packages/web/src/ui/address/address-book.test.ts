import type { Address } from '@trackway/core/features/geocoding/calls.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { createAddressBook, keyOf, type Place, type StoredAddress } from './address-book.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 })
  return () => vi.useRealTimers()
})

const answer = (text: string, isExact = true) =>
  ({ text, short: text, isExact, source: 'gazetteer' }) as Address

function aBook(
  fetchAddresses: (places: Place[], language: string) => Promise<(Address | null)[]>,
  stored: StoredAddress[] = [],
) {
  const remember = vi.fn<(entries: StoredAddress[]) => void>()
  const requested = vi.fn(fetchAddresses)
  const book = createAddressBook({
    fetchAddresses: requested,
    recall: () => stored,
    remember,
    now: Date.now,
    later: (run, ms) => setTimeout(run, ms),
  })
  const want = (place: Place, onAnswer = () => {}) => {
    const key = keyOf(place, 'en', false)
    book.subscribe(key, onAnswer)
    return { key, lose: book.request(key, place, 'en') }
  }
  return { book, requested, remember, want }
}

const at = (index: number): Place => ({ lat: 10 + index, lon: 20 })
const echo = async (places: Place[]) => places.map(({ lat }) => answer(`at ${lat}`))

test('places of 50 ms are requested in one call', async () => {
  const { book, requested, want } = aBook(echo)
  const onAnswer = vi.fn()
  const { key } = want(at(0), onAnswer)
  want(at(1))
  want(at(0))
  await vi.advanceTimersByTimeAsync(60)
  expect(requested.mock.calls).toEqual([[[at(0), at(1)], 'en']])
  expect(book.get(key)).toEqual({ text: 'at 10', short: 'at 10', source: 'gazetteer' })
  expect(onAnswer).toHaveBeenCalledOnce()
})

test('no request is longer than the server takes', async () => {
  const { requested, want } = aBook(echo)
  for (let index = 0; index < 150; index++) want({ lat: index / 10, lon: 0 })
  await vi.advanceTimersByTimeAsync(60)
  expect(requested.mock.calls.map(([places]) => places.length)).toEqual([100, 50])
})

test('what went out of sight before is not requested', async () => {
  const { requested, want } = aBook(echo)
  want(at(0)).lose()
  want(at(1)).lose()
  want(at(1))
  await vi.advanceTimersByTimeAsync(60)
  expect(requested.mock.calls.map(([places]) => places)).toEqual([[at(1)]])
})

test('a known place is not requested again until its answer is too old', async () => {
  const { requested, want } = aBook(async (places) => places.map(() => answer('near', false)))
  want(at(0))
  await vi.advanceTimersByTimeAsync(60)
  want(at(0))
  await vi.advanceTimersByTimeAsync(900_000)
  expect(requested).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1_800_000)
  want(at(0))
  await vi.advanceTimersByTimeAsync(60)
  expect(requested).toHaveBeenCalledTimes(2)
})

test('after a failure those who still look are answered later', async () => {
  const failOnce = vi.fn(echo).mockRejectedValueOnce(new Error('network'))
  const { book, want } = aBook(failOnce)
  const { key } = want(at(0))
  await vi.advanceTimersByTimeAsync(60)
  expect(book.get(key)).toBeNull()
  await vi.advanceTimersByTimeAsync(21_000)
  expect(book.get(key)).toEqual({ text: 'at 10', short: 'at 10', source: 'gazetteer' })
})

test('answers are stored together, and known again after a reload', async () => {
  const first = aBook(async () => [answer('a street'), null])
  const { key } = first.want(at(0))
  first.want(at(1))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(first.remember).toHaveBeenCalledOnce()
  const stored = first.remember.mock.calls[0]![0]
  expect(stored.map(([storedKey]) => storedKey)).toEqual([key])

  const second = aBook(echo, [...stored, 'rubbish' as never])
  expect(second.book.get(key)).toMatchObject({ text: 'a street', short: 'a street' })
})

test('places 30 m apart are one, in one language', () => {
  const place = { lat: 22.54321, lon: 114.05789 }
  expect(keyOf({ lat: 22.54325, lon: 114.0579 }, 'en', false)).toBe(keyOf(place, 'en', false))
  expect(keyOf({ lat: 22.5438, lon: 114.0579 }, 'en', false)).not.toBe(keyOf(place, 'en', false))
  expect(keyOf(place, 'cn', false)).not.toBe(keyOf(place, 'en', false))
  expect(keyOf(place, 'en', true)).not.toBe(keyOf(place, 'en', false))
})
