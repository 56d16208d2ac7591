import type { Bus } from '../bus/bus.ts'
import type { Db } from '../database/database.ts'
import type { Log } from '../log.ts'
import { seal, unseal } from '../secrets.ts'
import type { MailSettings } from '../settings/mail-settings.ts'
import { startMail } from './mail.ts'

/** The mail server that an administrator set in the web, and where people open the platform. */
export interface StoredMail {
  host: string
  port: number
  isEncrypted: boolean
  isVerified: boolean
  username: string | null
  from: string
}

const purpose = 'mail'

/** What the environment says, and wins with; null: it says nothing. */
let ofEnvironment: { mail: MailSettings | null; publicUrl: string | undefined } = {
  mail: null,
  publicUrl: undefined,
}
let storedUrl: string | null = null

export function mailOfEnvironment(): MailSettings | null {
  return ofEnvironment.mail
}

export function isUrlOfEnvironment(): boolean {
  return ofEnvironment.publicUrl !== undefined
}

/** What links in mails begin with, without a slash at its end; null: nobody has said it. */
export function publicUrl(): string | null {
  return ofEnvironment.publicUrl ?? storedUrl
}

/** @returns what is stored, and its password */
export async function readStoredMail(
  db: Db,
): Promise<{ mail: StoredMail | null; password: string | null; publicUrl: string | null }> {
  const row = await db
    .selectFrom('platform_settings')
    .select(['value', 'secret'])
    .where('name', '=', 'mail')
    .executeTakeFirst()
  if (row === undefined) return { mail: null, password: null, publicUrl: null }
  const { publicUrl = null, ...mail } = row.value as Partial<StoredMail> & { publicUrl?: string | null }
  return {
    mail: mail.host ? (mail as StoredMail) : null,
    password: row.secret && unseal(row.secret, purpose),
    publicUrl,
  }
}

export async function writeStoredMail(
  db: Db,
  value: (StoredMail | Record<never, never>) & { publicUrl: string | null },
  password: string | null,
  now: number,
): Promise<void> {
  const row = {
    value: JSON.stringify(value),
    secret: password === null ? null : seal(password, purpose),
    change_time: now,
  }
  await db
    .insertInto('platform_settings')
    .values({ name: 'mail', ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

/**
 * Keeps this process's mail server the one that is set: that of the environment, else the stored one, which is read
 * again whenever a process has changed it.
 * @returns how to stop
 */
export async function followMail(
  settings: { mail: MailSettings | null; publicUrl?: string | undefined },
  { db, bus, log }: { db: Db; bus: Pick<Bus, 'subscribe'>; log: Log },
): Promise<() => Promise<void>> {
  ofEnvironment = { mail: settings.mail, publicUrl: settings.publicUrl }
  let stop = startMail(settings.mail)
  const read = async () => {
    const { mail, password, publicUrl } = await readStoredMail(db)
    storedUrl = publicUrl
    if (settings.mail !== null) return
    await stop()
    stop = startMail(mail && { url: urlOf(mail, password), from: mail.from })
  }
  let reading = read()
  await reading
  const again = () => {
    reading = reading.then(read).catch((error) => log.warn({ err: error }, 'the mail server was not read'))
  }
  const ends = [
    bus.subscribe('settings.changed', ({ name }) => name === 'mail' && again()),
    bus.subscribe('messages.missed', again),
  ]
  return async () => {
    for (const end of ends) end()
    await reading
    await stop()
    storedUrl = null
    ofEnvironment = { mail: null, publicUrl: undefined }
  }
}

function urlOf(mail: StoredMail, password: string | null): string {
  const { host, port, isEncrypted, isVerified, username } = mail
  const login =
    username === null ? '' : `${encodeURIComponent(username)}:${encodeURIComponent(password ?? '')}@`
  const name = host.includes(':') ? `[${host}]` : host
  return `${isEncrypted ? 'smtps' : 'smtp'}://${login}${name}:${port}${isVerified ? '' : '?verify=0'}`
}
