import type { textSettingCalls } from '@trackway/core/api/notifications/text-settings.ts'
import type { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { seal, unseal } from '../../../platform/secrets.ts'
import { sandbox } from '../channels/sandbox.ts'
import type { TextProvider } from '../channels/text-provider.ts'
import { createTwilio } from '../channels/twilio.ts'

/** Who carries SMS and calls, as an administrator set it in the web. Read whenever something is sent. */

type Saved = z.output<typeof textSettingCalls.save.input>
export type StoredTexts = Omit<Saved, 'authToken'>

const name = 'texts'

export async function readTextSettings(
  db: Db,
): Promise<{ settings: StoredTexts | null; authToken: string | null }> {
  const row = await db
    .selectFrom('platform_settings')
    .select(['value', 'secret'])
    .where('name', '=', name)
    .executeTakeFirst()
  if (row === undefined) return { settings: null, authToken: null }
  return {
    settings: row.value as unknown as StoredTexts,
    authToken: row.secret && unseal(row.secret, name),
  }
}

export async function writeTextSettings(
  db: Db,
  settings: StoredTexts,
  authToken: string | null,
  now: number,
): Promise<void> {
  const row = {
    value: JSON.stringify(settings),
    secret: authToken === null ? null : seal(authToken, name),
    change_time: now,
  }
  await db
    .insertInto('platform_settings')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

export async function removeTextSettings(db: Db): Promise<void> {
  await db.deleteFrom('platform_settings').where('name', '=', name).execute()
}

/**
 * Where nothing is set, the sandbox carries them on machines that are not in production, so that every flow can be
 * tried at once.
 */
export async function textProvider(db: Db, isSandboxAllowed: boolean): Promise<TextProvider | null> {
  const { settings, authToken } = await readTextSettings(db)
  if (settings === null || settings.provider === 'sandbox') return isSandboxAllowed ? sandbox : null
  return authToken === null ? null : createTwilio({ ...settings, authToken })
}
