import { randomBytes } from 'node:crypto'
import { mkdtemp, rename, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import {
  findOldSecretKey,
  findSecretKey,
  isSealedAnew,
  seal,
  signatureOf,
  signaturesOf,
  unseal,
  useSecretKey,
} from './secrets.ts'

beforeEach(() => useSecretKey(randomBytes(32)))

test('what was sealed opens for its purpose alone, and not once it was changed', () => {
  const sealed = seal('秘密', 'mail')
  expect(sealed.toString('utf8')).not.toContain('秘密')
  expect(unseal(sealed, 'mail')).toBe('秘密')
  expect(unseal(sealed, 'other')).toBeNull()
  for (const at of [0, 12, 28]) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(unseal(changed, 'mail')).toBeNull()
  }
  expect(unseal(Buffer.alloc(0), 'mail')).toBeNull()
})

test('another key opens nothing, and signs otherwise', () => {
  const sealed = seal('text', 'mail')
  const signature = signatureOf('text', 'code')
  useSecretKey(randomBytes(32))
  expect(unseal(sealed, 'mail')).toBeNull()
  expect(signatureOf('text', 'code')).not.toEqual(signature)
})

test('the key of the data folder is made once, for nobody else to read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'secret-key-'))
  const [one, two] = await Promise.all([findSecretKey(undefined, folder), findSecretKey(undefined, folder)])
  expect(one).toEqual(two)
  expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600)
  expect(await findSecretKey('a setting of sixteen', folder)).not.toEqual(one)
})

test('the key before opens what it sealed, and the present one seals', () => {
  const [old, present] = [randomBytes(32), randomBytes(32)]
  useSecretKey(old)
  const sealed = seal('text', 'mail')
  const signature = signatureOf('text', 'code')
  useSecretKey(present, old)
  expect(unseal(sealed, 'mail')).toBe('text')
  expect(isSealedAnew(sealed, 'mail')).toBe(false)
  expect(signaturesOf('text', 'code')).toEqual([signatureOf('text', 'code'), signature])
  const anew = seal('text', 'mail')
  expect(isSealedAnew(anew, 'mail')).toBe(true)
  useSecretKey(present)
  expect([unseal(sealed, 'mail'), unseal(anew, 'mail')]).toEqual([null, 'text'])
})

test('the key before is that of the setting, else of its file, else there is none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'secret-key-'))
  expect(await findOldSecretKey(undefined, folder)).toBeNull()
  const key = await findSecretKey(undefined, folder)
  await rename(join(folder, 'secret.key'), join(folder, 'old-secret.key'))
  expect(await findOldSecretKey(undefined, folder)).toEqual(key)
  expect(await findSecretKey(undefined, folder)).not.toEqual(key)
  const setting = 'a setting of sixteen'
  expect(await findOldSecretKey(setting, folder)).toEqual(await findSecretKey(setting, folder))
})
