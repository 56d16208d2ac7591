import { randomBytes } from 'node:crypto'
import { mkdtemp, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { findSecretKey, seal, signatureOf, unseal, useSecretKey } from './secrets.ts'

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
