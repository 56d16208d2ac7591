import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkBackup } from './platform/database/backup/backup-file.ts'
import { openDatabase } from './platform/database/database.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts'
import {
  freePorts,
  runServerToItsEnd,
  type ServerProcess,
  startServerProcess,
} from './testing/server-process.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'trackway-start-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const processesOn = (folder: string) =>
  execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(folder))

// The life of one folder, step by step.
describe('a start on an empty folder', { shuffle: false }, () => {
  let server: ServerProcess
  beforeAll(async () => {
    const listPackages = new URL('testing/list-packages.ts', import.meta.url)
    server = await startServerProcess({
      dataDir,
      env: { ADMIN_PASSWORD: '', NODE_OPTIONS: `--import ${listPackages}` },
    })
  })

  test('prints the address, the device ports and, this once, the password of admin', async () => {
    expect(server.output()).toContain(`http://localhost:${new URL(server.url).port}`)
    expect(server.output()).toContain(`any protocol ${server.ports.detect}`)
    expect(server.output()).toMatch(/Password of the user admin \(shown only once\): \S{12,}/)
  })

  test('keeps its database to itself', async () => {
    const { output, code } = await runServerToItsEnd({ dataDir })
    expect(output).toContain('Another Trackway is running on the data folder')
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(code).toBe(1)
  })

  test('stops soon on SIGTERM and leaves no process behind', async () => {
    const before = Date.now()
    expect(await server.stop('SIGTERM')).toBe(0)
    expect(Date.now() - before).toBeLessThan(30_000)
    expect(processesOn(dataDir)).toEqual([])
  })

  test('had not loaded what most servers never need, or rarely', () => {
    const loaded = /^packages: (.*)$/m.exec(server.output())?.[1]?.split(' ') ?? []
    expect(loaded).toEqual(expect.arrayContaining(['core', 'fastify', 'pg', 'protocols']))
    const rare = [
      ...[
        '@bwip-js/node',
        '@embedpdf/fonts-sc',
        '@nats-io/transport-node',
        '@zxcvbn-ts/core',
        '@zxcvbn-ts/language-common',
      ],
      ...['fast-xml-parser', 'nodemailer', 'pdfkit', 'simulator', 'stripe', 'web-push'],
    ]
    expect(rare.filter((name) => loaded.includes(name))).toEqual([])
  })

  test('a signal that comes twice counts once', async () => {
    const twice = await startServerProcess({ dataDir })
    const ended = twice.stop('SIGINT')
    expect(await Promise.all([ended, twice.stop('SIGINT')])).toEqual([0, 0])
    expect(processesOn(dataDir)).toEqual([])
  })

  test('starts a second time without a new password', async () => {
    const again = await startServerProcess({ dataDir })
    expect(again.output()).not.toContain('password')
    await again.stop()
  })

  test('is stopped while it is still starting', async () => {
    for (const stopAfterMs of [500, 1_000, 1_500]) {
      const { code } = await runServerToItsEnd({ dataDir, stopAfterMs })
      // Null: so early that the process did not listen to signals yet, and had started nothing.
      expect([0, null]).toContain(code)
      expect(processesOn(dataDir)).toEqual([])
    }
  })

  test('takes over the database of a server that was killed', async () => {
    const killed = await startServerProcess({ dataDir })
    await killed.stop('SIGKILL')
    const again = await startServerProcess({ dataDir })
    expect((await fetch(`${again.url}/readyz`)).status).toBe(200)
    await again.stop()
    expect(processesOn(dataDir)).toEqual([])
  })
})

describe('prints in one sentence what is wrong, and ends with a code', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'trackway-refused-'))
    const server = await startServerProcess({ dataDir })
    await server.stop()
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  const expectSentence = async (options: Parameters<typeof runServerToItsEnd>[0], sentence: RegExp) => {
    const { output, code } = await runServerToItsEnd(options)
    expect(output).toMatch(sentence)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(code).toBe(1)
  }

  test('a busy port', async () => {
    const ports = await freePorts()
    const holder = createServer().listen(ports.gt06, '127.0.0.1')
    await expectSentence({ dataDir, ports }, /Port \d+ is in use by another program: set GT06_PORT/)
    holder.close()
  })

  test('a wrong setting', () => expectSentence({ dataDir, env: { PORT: 'eighty' } }, /PORT: /))

  test('a data folder that cannot be written', async () => {
    const file = join(dataDir, 'a-file')
    await writeFile(file, '')
    await expectSentence({ dataDir: join(file, 'below') }, /cannot be written/)
    if (process.platform === 'linux') await expectSentence({ dataDir: '/proc/data' }, /cannot be written/)
  })

  test('a data folder of a newer PostgreSQL', async () => {
    const versionFile = join(dataDir, 'postgres', 'PG_VERSION')
    const version = await readFile(versionFile, 'utf8')
    await writeFile(versionFile, '19\n')
    await expectSentence({ dataDir }, /written by PostgreSQL 19/)
    await writeFile(versionFile, version)
  })

  const onDatabase = async (sql: string) => {
    const postgres = await startEmbeddedPostgres({ dataDir, port: 0 })
    const database = openDatabase(postgres.url, 2)
    const { rows } = await database.pool.query(sql)
    await database.close()
    await postgres.stop()
    return rows
  }

  test('a database of a newer Trackway', async () => {
    await onDatabase("insert into migrations values ('9999-later.sql', '', 0, true)")
    await expectSentence({ dataDir }, /newer Trackway/)
    await onDatabase("delete from migrations where name = '9999-later.sql'")
  })

  test('an upgrade that fails, before which the database was backed up, unless that is switched off', async () => {
    // What is thought to be missing is there already.
    const [last] = await onDatabase(
      'delete from migrations where name = (select max(name) from migrations) returning *',
    )
    const backups = join(dataDir, 'backups')
    const off = await runServerToItsEnd({ dataDir, env: { BACKUP_BEFORE_UPGRADE: '0' } })
    expect(off).toMatchObject({ code: 1, output: expect.stringContaining(`migration ${last.name} failed`) })
    expect(existsSync(backups)).toBe(false)
    const { output, code } = await runServerToItsEnd({ dataDir })
    expect(output).toContain('The database is backed up before the upgrade')
    expect(code).toBe(1)
    const [file] = await readdir(backups)
    expect((await checkBackup(join(backups, file!))).rows).toBeGreaterThan(0)
    await onDatabase(
      `insert into migrations select * from json_populate_record(null::migrations, '${JSON.stringify(last)}')`,
    )
  })

  test('a database that does not answer', () =>
    expectSentence(
      { dataDir, env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' } },
      /cannot be reached/,
    ))
})
