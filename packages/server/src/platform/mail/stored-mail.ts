import { mailSettingCalls } from '@trackway/core/features/system/mail-setting-calls.ts'
import { z } from 'zod'
import type { Bus } from '../bus/bus.ts'
import type { Db } from '../database/database.ts'
import type { Log } from '../log.ts'
import { processSettings } from '../settings/process-settings.ts'
import { followSetting, storedSetting } from '../stored-setting.ts'
import { startMail } from './mail.ts'

const { password, publicUrl: _, ...server } = mailSettingCalls.save.input.shape

/** The mail server that an administrator set in the web, and where people open the platform. */
const stored = z.object({ server: z.object(server).nullable(), password, publicUrl: z.string().nullable() })
export type StoredMail = z.output<typeof stored>

export const mailSetting = storedSetting({
  name: 'mail',
  version: 1,
  schema: stored,
  unversioned: ({ publicUrl = null, ...server }, password) => ({
    server: server.host ? server : null,
    password: password ?? undefined,
    publicUrl,
  }),
})

/** The setting read last; the environment overrides it. */
let storedUrl: string | null = null

/** What links in mails begin with, without a slash at its end; null: it is not set. */
export function publicUrl(): string | null {
  return processSettings.publicUrl ?? storedUrl
}

/**
 * Keeps this process's mail server the one that is set: that of the environment, else the stored one.
 * @returns how to stop
 */
export async function followMail(parts: {
  db: Db
  bus: Pick<Bus, 'subscribe'>
  log: Log
}): Promise<() => Promise<void>> {
  let stop = startMail(processSettings.mail)
  const unfollow = await followSetting(mailSetting, parts, async (found) => {
    storedUrl = found?.publicUrl ?? null
    if (processSettings.mail !== null) return
    await stop()
    stop = startMail(
      found?.server ? { url: urlOf(found.server, found.password), from: found.server.from } : null,
    )
  })
  return async () => {
    await unfollow()
    await stop()
    storedUrl = null
  }
}

function urlOf(server: NonNullable<StoredMail['server']>, password = ''): string {
  const { host, port, isEncrypted, isVerified, username } = server
  const login = username === null ? '' : `${encodeURIComponent(username)}:${encodeURIComponent(password)}@`
  const name = host.includes(':') ? `[${host}]` : host
  return `${isEncrypted ? 'smtps' : 'smtp'}://${login}${name}:${port}${isVerified ? '' : '?verify=0'}`
}
