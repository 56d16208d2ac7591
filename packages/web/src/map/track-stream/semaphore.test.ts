import { expect, test } from 'vitest'
import { Semaphore } from './semaphore.ts'

test('no more run at once than may, the others in the order they came', async () => {
  const slots = new Semaphore(2)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const run = async (name: string) => {
    const end = await slots.acquire()
    begun.push(name)
    ends.set(name, end)
  }
  const all = ['a', 'b', 'c', 'd'].map(run)
  await Promise.all(all.slice(0, 2))
  expect(begun).toEqual(['a', 'b'])
  ends.get('b')!()
  ends.get('b')!()
  await all[2]
  expect(begun).toEqual(['a', 'b', 'c'])
  ends.get('a')!()
  await all[3]
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})
