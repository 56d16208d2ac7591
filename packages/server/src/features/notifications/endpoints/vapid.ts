import { createECDH } from 'node:crypto'
import { secret } from '@trackway/core/api/secret.ts'
import type { VapidKeys } from 'web-push'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { storedSetting } from '../../../platform/stored-setting.ts'

const vapidSetting = storedSetting({
  name: 'vapid',
  version: 1,
  schema: z.object({ publicKey: z.string(), privateKey: secret(z.string()) }),
  unversioned: (value, privateKey) => ({ ...value, privateKey }),
})

/** The key pair of this installation, made at its first use; another one only where the old one is lost. */
export async function vapidKeys(db: Db, now: number): Promise<VapidKeys> {
  const found = await vapidSetting.read(db)
  return found ?? (await vapidSetting.change(db, now, (stored) => stored ?? newKeys()))
}

/** A key pair as RFC 8292 has it: the point uncompressed, the number in 32 bytes. */
function newKeys(): VapidKeys {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  const number = curve.getPrivateKey()
  const privateKey = Buffer.concat([Buffer.alloc(32 - number.length), number])
  return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}
