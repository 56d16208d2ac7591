import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareDataDir, startEmbeddedPostgres } from './embedded-postgres.ts'
import { unprivileged } from './unprivileged.ts'

// Only root has folders that the database's user cannot enter.
const isRoot = process.platform === 'linux' && process.getuid?.() === 0

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'private-'))
})
afterEach(() => rm(folder, { recursive: true }))

test.runIf(isRoot)('root starts a database in a folder that nobody else may enter, and again', async () => {
  await mkdir(join(folder, 'data'))
  await chmod(folder, 0o700)
  for (const known of [0, 1]) {
    const postgres = await startEmbeddedPostgres({
      dataDir: join(folder, 'data'),
      port: 0,
      isThrowaway: true,
    })
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    await client.query('create table if not exists kept (id int)')
    expect((await client.query('select id from kept')).rowCount).toBe(known)
    await client.query('insert into kept values (1)')
    await client.end()
    await postgres.stop()
  }
})

test('nobody else reads the folder, and the log holds nothing of what is stored', async () => {
  const dataDir = join(folder, 'data')
  await mkdir(dataDir, { mode: 0o777 })
  await prepareDataDir(dataDir)
  expect((await stat(dataDir)).mode & 0o066).toBe(0)
  const postgres = await startEmbeddedPostgres({ dataDir, port: 0, isThrowaway: true })
  expect((await stat(dataDir)).mode & 0o066).toBe(0)
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query("create table people (name text unique); insert into people values ('Ada')")
  await expect(client.query('insert into people values ($1)', ['Ada'])).rejects.toThrow('duplicate key')
  await client.end()
  await postgres.stop()
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8')
  expect(log).toContain('duplicate key')
  expect(log).not.toContain('Ada')
})

test.runIf(isRoot)('programs in a folder that nobody else may enter run from a copy, once made', async () => {
  const [source, copies, data] = ['package', 'copies', 'data'].map((name) => join(folder, name))
  await Promise.all([source!, copies!, data!].map((path) => mkdir(path)))
  await chmod(folder, 0o711)
  await chmod(source!, 0o700)
  await chmod(data!, 0o777)
  await writeFile(join(source!, 'package.json'), '{ "version": "18.0.0" }')
  await writeFile(join(source!, 'initdb'), '#!/bin/sh\nid -u\ntouch "$2/made"\n', { mode: 0o700 })
  const binaries = { folder: source!, initdb: join(source!, 'initdb'), postgres: join(source!, 'postgres') }
  for (let turn = 0; turn < 2; turn++) {
    const { run, owner } = await unprivileged(binaries, data!, copies!)
    const child = run('initdb', data!, [], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [uid] = await Promise.all([text(child.stdout!), once(child, 'exit')])
    expect(uid.trim()).toBe(String(owner!.uid))
  }
  expect(await readdir(data!)).toEqual(['made'])
  expect(await readdir(copies!)).toEqual(['postgres-18.0.0'])
})
