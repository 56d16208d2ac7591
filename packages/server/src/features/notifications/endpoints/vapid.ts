import type { Db } from '../../../platform/database/database.ts'
import { seal, unseal } from '../../../platform/secrets.ts'
import { newVapidKeys, type VapidKeys } from '../channels/encrypt-push.ts'

const name = 'vapid'

/** The key pair of this installation, made when it is first asked for; another one only where the old one is lost. */
export async function vapidKeys(db: Db, now: number): Promise<VapidKeys> {
  const found = await readKeys(db)
  if (found.keys !== null) return found.keys
  const { publicKey, privateKey } = newVapidKeys()
  const row = {
    value: JSON.stringify({ publicKey }),
    secret: seal(privateKey, name),
    change_time: now,
  }
  // Of two processes that come at once the first one's stays; one that cannot be opened any more is replaced.
  await db
    .insertInto('platform_settings')
    .values({ name, ...row })
    .onConflict((conflict) =>
      found.isStored ? conflict.column('name').doUpdateSet(row) : conflict.column('name').doNothing(),
    )
    .execute()
  return (await readKeys(db)).keys!
}

async function readKeys(db: Db): Promise<{ keys: VapidKeys | null; isStored: boolean }> {
  const row = await db
    .selectFrom('platform_settings')
    .select(['value', 'secret'])
    .where('name', '=', name)
    .executeTakeFirst()
  const privateKey = row?.secret ? unseal(row.secret, name) : null
  const { publicKey } = (row?.value ?? {}) as { publicKey?: string }
  const isWhole = privateKey !== null && publicKey !== undefined
  return { keys: isWhole ? { publicKey, privateKey } : null, isStored: row !== undefined }
}
