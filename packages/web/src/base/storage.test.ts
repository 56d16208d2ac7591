import { afterEach, expect, test, vi } from 'vitest'
import { openStorage } from './storage.ts'

function memory() {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

const places = () => ({ session: memory(), local: memory() })

afterEach(() => vi.unstubAllGlobals())

test('what was remembered is there after opening again, and unreadable in between', async () => {
  const at = places()
  const storage = await openStorage(at, 'one')
  storage.remember('userInfo', { token: 'abc', name: '张三' })
  await storage.written()

  expect(at.session.values.get('userInfo')).toMatch(/^v1\./)
  expect(at.session.values.get('userInfo')).not.toContain('abc')
  expect((await openStorage(at, 'one')).recall('userInfo')).toEqual({ token: 'abc', name: '张三' })
})

test('each key lies in the storage the specification names', async () => {
  const at = places()
  const storage = await openStorage(at, 'one')
  storage.remember('selectedTid', '1')
  storage.remember('useLang', 'en')
  await storage.written()
  expect([...at.session.values.keys()]).toEqual(['selectedTid'])
  expect([...at.local.values.keys()]).toEqual(['useLang'])
})

test('the last of several quick writes wins', async () => {
  const at = places()
  const storage = await openStorage(at, 'one')
  for (let i = 0; i < 20; i++) storage.remember('useMapType', `type ${i}`)
  await storage.written()
  expect((await openStorage(at, 'one')).recall('useMapType')).toBe('type 19')
})

test('a value forgotten while it is being sealed stays forgotten', async () => {
  const at = places()
  const storage = await openStorage(at, 'one')
  storage.remember('sharedSession', 'token')
  storage.forget('sharedSession')
  await storage.written()
  expect(at.local.values.size).toBe(0)
})

test.each(['', 'rubbish', 'v1.', 'v1.AAAA', 'v0.%%%', 'v0.bm90IGpzb24='])(
  'reads %j as absent',
  async (text) => {
    const at = places()
    at.local.values.set('useLang', text)
    expect((await openStorage(at, 'one')).recall('useLang')).toBeUndefined()
  },
)

test('another passphrase reads nothing', async () => {
  const at = places()
  const storage = await openStorage(at, 'one')
  storage.remember('useLang', 'en')
  await storage.written()
  expect((await openStorage(at, 'two')).recall('useLang')).toBeUndefined()
})

test('works where the browser offers no WebCrypto', async () => {
  vi.stubGlobal('crypto', {})
  const at = places()
  const storage = await openStorage(at, 'one')
  storage.remember('useLang', 'ru')
  await storage.written()
  expect((await openStorage(at, 'one')).recall('useLang')).toBe('ru')
})

test('works where the storage is forbidden', async () => {
  const forbid = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  const closed = { getItem: forbid, setItem: forbid, removeItem: forbid }
  const storage = await openStorage({ session: closed, local: closed }, 'one')
  storage.remember('useLang', 'fr')
  await storage.written()
  expect(storage.recall('useLang')).toBe('fr')
  storage.forget('useLang')
  expect(storage.recall('useLang')).toBeUndefined()
})
