import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from './database/database.ts'
import { StartError } from './start-error.ts'

/**
 * Secrets that the database keeps and the platform must read again are sealed (AES-256-GCM) under a key that is not
 * in the database, so that a copy of it, or a backup, discloses none of them.
 */
const keyBytes = 32
const ivBytes = 12
const tagBytes = 16
const fileName = 'secret.key'
const oldFileName = 'old-secret.key'

interface Keys {
  seal: Buffer
  sign: Buffer
}
/** The one that seals, followed by the one before, which only opens. */
let known: readonly Keys[] = []

/**
 * The key of this process, from which those of both uses are made. A thread that unseals is given it, too.
 * @param old the key before it, under which some secrets are still sealed
 */
export function useSecretKey(key: Uint8Array, old: Uint8Array | null = null): void {
  known = [key, ...(old ? [old] : [])].map((each) => {
    const derive = (use: string) => Buffer.from(hkdfSync('sha256', each, 'trackway', use, keyBytes))
    return { seal: derive('seal'), sign: derive('sign') }
  })
}

/**
 * The key of the platform: of the setting, else of a file in the data folder, which is made at the first start.
 * @throws {StartError} when the file can be neither read nor made
 */
export async function findSecretKey(setting: string | undefined, dataDir: string): Promise<Buffer> {
  if (setting !== undefined) return keyOfSetting(setting)
  const path = join(dataDir, fileName)
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    await writeFile(draft, `${randomBytes(keyBytes).toString('base64')}\n`, { flag: 'wx', mode: 0o600 })
    // Of two processes that come at once, the second finds the whole key of the first.
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(`The key ${path} cannot be written (${code}): set SECRET_KEY, or DATA_DIR.`, {
      cause: error,
    })
  } finally {
    await rm(draft, { force: true })
  }
  return readKey(path)
}

/**
 * The key before the present one: of the setting, else of a file in the data folder; null: there is none.
 * @throws {StartError} when the file does not hold a key
 */
export async function findOldSecretKey(setting: string | undefined, dataDir: string): Promise<Buffer | null> {
  if (setting !== undefined) return keyOfSetting(setting)
  const path = join(dataDir, oldFileName)
  return existsSync(path) ? readKey(path) : null
}

const keyOfSetting = (setting: string) => Buffer.from(hkdfSync('sha256', setting, '', 'trackway', keyBytes))

async function readKey(path: string): Promise<Buffer> {
  const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64')
  if (key.length !== keyBytes) throw new StartError(`${path} does not hold a key of 32 bytes in base64.`)
  return key
}

/** Is this the key that secrets in this database are sealed with, or the one before? The first one ever checked is. */
export async function isKeyOfDatabase(db: Db, now: number): Promise<boolean> {
  await db
    .insertInto('platform_settings')
    .values({ name: 'keyCheck', value: '{}', secret: seal('', 'keyCheck'), change_time: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { secret } = await db
    .selectFrom('platform_settings')
    .select('secret')
    .where('name', '=', 'keyCheck')
    .executeTakeFirstOrThrow()
  return secret !== null && unseal(secret, 'keyCheck') !== null
}

/** @param purpose what it is for: bytes sealed for one purpose do not open for another */
export function seal(text: string, purpose: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keys()[0]!.seal, iv).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** @returns null for what neither key sealed, was sealed for something else, or was changed */
export function unseal(bytes: Uint8Array, purpose: string): string | null {
  for (const key of keys()) {
    const text = unsealWith(key, bytes, purpose)
    if (text !== null) return text
  }
  return null
}

/** Was it sealed with the present key? */
export function isSealedAnew(bytes: Uint8Array, purpose: string): boolean {
  return unsealWith(keys()[0]!, bytes, purpose) !== null
}

function unsealWith({ seal }: Keys, bytes: Uint8Array, purpose: string): string | null {
  const iv = bytes.subarray(0, ivBytes)
  const tag = bytes.subarray(ivBytes, ivBytes + tagBytes)
  try {
    const decipher = createDecipheriv('aes-256-gcm', seal, iv, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag)
    return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}

/** A keyed digest of a text that is too short for a plain one. */
export function signatureOf(text: string, purpose: string): Buffer {
  return signaturesOf(text, purpose)[0]!
}

/** The digest under the present key, followed by that under the key before. */
export function signaturesOf(text: string, purpose: string): Buffer[] {
  return keys().map(({ sign }) => createHmac('sha256', sign).update(`${purpose}\n${text}`).digest())
}

/** The outcome of sealing secrets with the present key. */
export interface Resealed {
  done: number
  /** Sealed with a key that is not known. */
  unreadable: number
}

/** Seals the secrets of settings with the present key. */
export const resealSettings = (trx: Db): Promise<Resealed> =>
  resealColumn(trx, { table: 'platform_settings', id: 'name', column: 'secret', purpose: { column: 'name' } })

/** A column of sealed secrets. */
export interface SealedColumn {
  table: string
  /** Of its rows; usually `id`. */
  id?: string
  column: string
  /** What they are sealed for. */
  purpose: string
}

/** Seals the secrets of a column with the present key; within a transaction. */
export async function resealColumn(
  trx: Db,
  {
    table,
    id = 'id',
    column,
    purpose,
  }: Omit<SealedColumn, 'purpose'> & { purpose: string | { column: string } },
): Promise<Resealed> {
  const purposeSql = typeof purpose === 'string' ? sql`${purpose}::text` : sql.ref(purpose.column)
  const { rows } = await sql<{ id: string | number; sealed: Buffer; purpose: string }>`
    select ${sql.ref(id)} as id, ${sql.ref(column)} as sealed, ${purposeSql} as purpose from ${sql.table(table)}
    where ${sql.ref(column)} is not null for update`.execute(trx)
  let [done, unreadable] = [0, 0]
  for (const row of rows) {
    if (isSealedAnew(row.sealed, row.purpose)) continue
    const text = unseal(row.sealed, row.purpose)
    if (text === null) unreadable++
    else {
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${seal(text, row.purpose)}
        where ${sql.ref(id)} = ${row.id}`.execute(trx)
      done++
    }
  }
  return { done, unreadable }
}

function keys(): readonly Keys[] {
  if (known.length === 0) throw new Error('this process was given no secret key')
  return known
}
