import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeLocation, encodeLogin } from '@trackway/protocols/gt06/encode.ts'
import { seal } from '@trackway/protocols/gt06/envelope.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aDevice, anAccount, type TestAccount } from '../../../testing/builders.ts'
import { aPosition, storePositions } from '../../../testing/position-rows.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { startTestGateway, TestDeviceSocket } from '../../../testing/test-gateway.ts'
import { StartError } from '../../start-error.ts'
import { type Database, openDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'
import { backUp } from './backup.ts'
import { checkBackup } from './backup-file.ts'
import { restore } from './restore.ts'

let database: TestDatabase
let owner: TestAccount
let folder: string
let file: string
let targetUrl: string
let target: Database
const silent = () => {}

beforeAll(async () => {
  database = await openTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'backup-'))
  file = join(folder, 'all.trackway')
  owner = await anAccount(database)
  const device = await aDevice(database, owner, { remark: 'tab\there, line\nthere, back\\slash, 中文' })
  const day = Date.UTC(2026, 9, 24)
  await storePositions(database, device.id, [
    aPosition({ fix_time: day }),
    aPosition({ fix_time: day + 86_400_000 }),
  ])
  await database.pool.query('insert into track_dirty values ($1, $2)', [day / 86_400_000, device.id])
  await backUp(database.url, file, silent)
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

/** An empty database beside it. */
async function anEmptyTarget(): Promise<void> {
  const url = new URL(database.url)
  url.pathname += '_restored'
  targetUrl = url.href
  await database.pool.query(`create database ${url.pathname.slice(1)}`)
  target = openDatabase(targetUrl, 2)
}
afterEach(async () => {
  await target?.close()
  if (targetUrl)
    await database.pool.query(`drop database if exists ${new URL(targetUrl).pathname.slice(1)} with (force)`)
})

/** Of every table: how many rows, and a sum over all that is in them. */
async function contents({ pool }: Pick<Database, 'pool'>): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1",
  )
  const found: Record<string, string> = {}
  for (const { name } of rows) {
    const columns = name === 'migrations' ? 'name || digest' : 'r::text'
    const sum = await pool.query(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(${columns}, 0)), 0) as sum from ${name} r`,
    )
    found[name] = sum.rows[0].sum
  }
  const triggers = await pool.query(
    'select tgrelid::regclass || tgname as name from pg_trigger where not tgisinternal order by 1',
  )
  return { ...found, triggers: JSON.stringify(triggers.rows) }
}

test('what is restored is all that was there, and goes on where it stopped', async () => {
  await anEmptyTarget()
  const { rows } = await checkBackup(file)
  expect(await restore(targetUrl, file, silent)).toBe(rows)
  expect(await contents(target)).toEqual(await contents(database))
  expect(await migrate(target.pool)).toEqual([])
  const { id } = await anAccount(target)
  expect(id).toBeGreaterThan(owner.id)
})

/** A position of a kind that is acknowledged. */
function aReport(deviceTime: number, serial: number): Uint8Array {
  const place = {
    latitude: 22.5,
    longitude: 113.9,
    speedKmh: 40,
    courseDeg: 0,
    satellites: 9,
    isPositioned: true,
  }
  const cell = { mcc: 460, mnc: 0, lac: 1, cellId: 2 }
  const frame = encodeLocation(0x22, { deviceTime, ...place, ...cell }, serial)
  return seal(0x2d, frame.subarray(4, frame.length - 6), serial)
}

test('every report acknowledged before a backup under load began is in it', async () => {
  const device = await aDevice(database, owner)
  const running = await startTestGateway(database)
  const socket = new TestDeviceSocket(running.gateway.ports.gt06!)
  socket.send(encodeLogin(device.terminalID, 1))
  await socket.expect('7878 05 01 0001 d9dc 0d0a')
  let acknowledged = 0
  const begin = Math.floor(Date.now() / 1000) * 1000 - 3_600_000
  const sendOne = async () => {
    socket.send(aReport(begin + acknowledged * 1000, 2 + acknowledged))
    await socket.expect('7878052d')
    acknowledged++
  }
  while (acknowledged < 20) await sendOne()

  const before = acknowledged
  let isOver = false
  const load = (async () => {
    while (!isOver) await sendOne()
  })()
  const under = join(folder, 'under-load.trackway')
  await backUp(database.url, under, silent)
  isOver = true
  await load
  socket.end()
  await running.stop()

  await anEmptyTarget()
  await restore(targetUrl, under, silent)
  const { rows } = await target.pool.query(
    'select count(*)::int4 as count from positions where device_id = $1',
    [device.id],
  )
  expect(rows[0].count).toBeGreaterThanOrEqual(before)
  expect(rows[0].count).toBeLessThanOrEqual(acknowledged)
})

describe('refused in a sentence, with nothing changed', () => {
  const damaged = (name: string, change: (bytes: Buffer) => Buffer) => {
    const path = join(folder, name)
    writeFileSync(path, change(Buffer.from(readFileSync(file))))
    return path
  }
  test.each([
    ['a cut file', () => damaged('cut', (bytes) => bytes.subarray(0, bytes.length - 30)), 'cut or damaged'],
    ['half a file', () => damaged('half', (bytes) => bytes.subarray(0, bytes.length / 2)), 'cut or damaged'],
    ['another file', () => damaged('other', () => Buffer.from('hello')), 'no backup of Trackway'],
    ['no file', () => join(folder, 'none'), 'File not found'],
  ])('%s', async (_, path, text) => {
    await anEmptyTarget()
    await expect(restore(targetUrl, path(), silent)).rejects.toThrow(text)
    expect(Object.keys(await contents(target))).toEqual(['triggers'])
  })

  test('a bit flipped anywhere, unless the format has no use for it', async () => {
    const sound = await checkBackup(file)
    const bytes = readFileSync(file)
    for (let index = 0; index < bytes.length; index += Math.ceil(bytes.length / 200)) {
      const path = damaged('bit-anywhere', (copy) => copy.fill(copy[index]! ^ 1, index, index + 1))
      const read = await checkBackup(path).catch((error) => error)
      if (read instanceof StartError) expect(read.message, `bit ${index}`).toContain('cut or damaged')
      else expect(read, `bit ${index}`).toEqual(sound)
    }
  })

  test('a database that is not empty', async () => {
    const before = await contents(database)
    await expect(restore(database.url, file, silent)).rejects.toThrow('The database is not empty')
    expect(await contents(database)).toEqual(before)
  })

  test('a file that is there already, and a database without anything of ours', async () => {
    await expect(backUp(database.url, file, silent)).rejects.toThrow('is there already')
    await anEmptyTarget()
    await expect(backUp(targetUrl, join(folder, 'nothing'), silent)).rejects.toThrow('nothing to back up')
  })
})
