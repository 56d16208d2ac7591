import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bucketKeys, type FakeBucket, startFakeBucket } from '../../testing/fakes/fake-bucket.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { changeSettings } from '../settings/process-settings.ts'
import { FileMissing } from './file-storage.ts'
import { FileTooLarge, fileStorage, openFile, putFile, removeFile } from './file-store.ts'
import { removeUnusedFiles } from './remove-unused-files.ts'

const dayMs = 24 * 3_600_000
const now = Date.UTC(2026, 10, 22)
const large = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))
let database: TestDatabase
let bucket: FakeBucket
let folder: string

beforeAll(async () => {
  database = await openTestDatabase()
  bucket = await startFakeBucket()
  folder = await mkdtemp(join(tmpdir(), 'files-'))
  await sql`create table holders (id integer primary key, file_key text references stored_files)`.execute(
    database.db,
  )
})
afterAll(async () => {
  await bucket.stop()
  await database.drop()
})

async function* inPieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

describe.each(['folder', 'bucket'] as const)('in a %s', (kind) => {
  const parts = { purpose: 'firmware', maxBytes: 1_000_000, now }
  beforeAll(() =>
    changeSettings({ files: kind === 'folder' ? { folder } : { url: `${bucket.url}/files`, ...bucketKeys } }),
  )
  const isThere = (key: string) =>
    kind === 'folder' ? existsSync(join(folder, key)) : bucket.files.has(`/files/${key}`)

  test('a file comes back as it was, whole and by parts', async () => {
    const { key, ...file } = await putFile(database.db, inPieces(large), parts)
    expect(file).toEqual({
      bytes: large.length,
      sha256: createHash('sha256').update(large).digest('hex'),
    })
    expect(await buffer(await openFile(key))).toEqual(large)
    expect(await buffer(await openFile(key, { start: 1000, end: 1999 }))).toEqual(large.subarray(1000, 2000))
    expect(key).toMatch(/^firmware\/[0-9a-f]{2}\/[0-9a-f-]{36}$/)
  })

  test('one that is too large, or whose source fails, leaves nothing', async () => {
    const tooLarge = putFile(database.db, inPieces(large), { ...parts, maxBytes: 299_999 })
    await expect(tooLarge).rejects.toThrow(FileTooLarge)
    async function* broken() {
      yield large
      throw new Error('the connection was cut')
    }
    await expect(putFile(database.db, broken(), parts)).rejects.toThrow('the connection was cut')
    expect(readdirSync(fileStorage().draftFolder)).toEqual([])
  })

  test('one that was removed is missing, and one that is referenced stays', async () => {
    const { key } = await putFile(database.db, Buffer.from('a'), parts)
    const held = await putFile(database.db, Buffer.from('b'), parts)
    await sql`insert into holders values (${kind === 'folder' ? 1 : 2}, ${held.key})`.execute(database.db)
    expect(await removeFile(database.db, key)).toBe(true)
    expect(await removeFile(database.db, held.key)).toBe(false)
    expect([isThere(key), isThere(held.key)]).toEqual([false, true])
    await expect(openFile(key)).rejects.toThrow(FileMissing)
    // Somebody else was faster.
    expect(await removeFile(database.db, key)).toBe(true)
  })

  test('what nothing references for a day is removed', async () => {
    await removeUnusedFiles(database.db, now + 9 * dayMs)
    const old = await putFile(database.db, Buffer.from('c'), { ...parts, now: now - dayMs - 1 })
    const recent = await putFile(database.db, Buffer.from('d'), parts)
    const { rows } = await sql<{ file_key: string }>`select file_key from holders`.execute(database.db)
    expect(await removeUnusedFiles(database.db, now)).toBe(1)
    expect([isThere(old.key), isThere(recent.key)]).toEqual([false, true])
    expect(rows.some(({ file_key }) => isThere(file_key))).toBe(true)
  })
})

test('a bucket with another secret refuses, and a file that was refused is not there', async () => {
  changeSettings({ files: { url: `${bucket.url}/files`, ...bucketKeys, secret: 'wrong' } })
  const put = putFile(database.db, Buffer.from('a'), { purpose: 'firmware', maxBytes: 9 })
  await expect(put).rejects.toThrow('the storage answered 403 to PUT')
})

test('a bucket that fails once is asked again', async () => {
  changeSettings({ files: { url: `${bucket.url}/files`, ...bucketKeys } })
  bucket.next.push({ status: 503 })
  const { key } = await putFile(database.db, Buffer.from('again'), { purpose: 'media', maxBytes: 9 })
  expect(String(await buffer(await openFile(key)))).toBe('again')
})
