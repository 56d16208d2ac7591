import { spawnSync } from 'node:child_process'
import { type FileHandle, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startIntervalJob } from '../platform/jobs/interval-job.ts'
import { acknowledgedBy, expectStored, StubbornDevice } from '../testing/fakes/stubborn-device.ts'
import { startServerProcess } from '../testing/server-process.ts'
import { eventually } from '../testing/test-gateway.ts'

/** The real server on a small disk of its own, which is filled to its last byte while devices report. */

const diskSize = '300m'
/** The disk is seen by the server alone, and gone with it. */
const onSmallDisk = [
  'unshare',
  '--mount',
  'sh',
  '-c',
  `mount -t tmpfs -o size=${diskSize} tmpfs "$DATA_DIR" && exec "$0" "$@"`,
]
const whyNot =
  spawnSync('unshare', ['--mount', 'sh', '-c', 'mount -t tmpfs tmpfs /tmp']).status === 0
    ? undefined
    : 'no disk can be mounted here'

describe(`a full disk${whyNot ? ` (skipped: ${whyNot})` : ''}`, () => {
  test.skipIf(whyNot)(
    'stops acknowledgements and readiness, not connections, and loses nothing',
    async () => {
      const { server, disk, queryRows } = await startOnSmallDisk()
      const isReady = async () => (await fetch(`${server.url}/readyz`)).status === 200
      const fleet = Array.from(
        { length: 20 },
        (_, n) => new StubbornDevice(String(868_000_000_000_000 + n), server.ports.gt06),
      )
      onTestFinished(() => {
        for (const device of fleet) device.stop()
      })
      await eventually(
        () => Math.min(...fleet.map(({ acknowledged }) => acknowledged.size)),
        (least) => least > 20,
      )

      const emptied = await keepFull(join(disk, 'filler'))
      await eventually(isReady, (ready) => !ready)
      const before = await settled(() => acknowledgedBy(fleet))
      await sleep(3_000)
      expect(acknowledgedBy(fleet)).toBe(before)
      expect(await isReady()).toBe(false)
      expect(server.output()).toMatch(/No space left on device/)

      await emptied()
      await eventually(isReady, (ready) => ready)
      await eventually(
        () => acknowledgedBy(fleet),
        (count) => count > before + 500,
      )
      expect(fleet.reduce((sum, { losses }) => sum + losses, 0)).toBe(0)
      for (const device of fleet) device.stop()
      expectStored(
        fleet,
        await queryRows(
          'select d.terminal_id, p.fix_time from positions p join devices d on d.id = p.device_id',
        ),
      )
    },
  )
})

async function startOnSmallDisk() {
  const dataDir = await mkdtemp(join(tmpdir(), 'trackway-full-'))
  const server = await startServerProcess({ dataDir, through: onSmallDisk, env: { REGISTER_UNKNOWN: '1' } })
  onTestFinished(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const disk = `/proc/${server.pid}/root${dataDir}`
  const password = (await readFile(join(disk, 'postgres-password'), 'utf8')).trim()

  async function queryRows<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
    const lock = (await readFile(join(disk, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
    const client = new pg.Client(`postgres://trackway:${password}@127.0.0.1:${lock[3]}/trackway`)
    await client.connect()
    try {
      return (await client.query<T>(sql)).rows
    } finally {
      await client.end()
    }
  }
  return { server, disk, queryRows }
}

/** Fills the disk, also with what the server gives back meanwhile. @returns how to empty it again */
async function keepFull(path: string): Promise<() => Promise<void>> {
  const file = await open(path, 'w')
  const filled = startIntervalJob(100, () => fill(file))
  await fill(file)
  return async () => {
    await filled()
    await file.close()
    await rm(path)
  }
}

/** Writes until nothing more goes. */
async function fill(file: FileHandle): Promise<void> {
  for (let size = 1 << 20; size >= 1; size >>= 1) {
    const isWritten = () =>
      file.write(Buffer.alloc(size)).then(
        ({ bytesWritten }) => bytesWritten === size,
        () => false,
      )
    while (await isWritten());
  }
}

/** Waits until a number stays as it is for a second: what was committed before may still be on its way. */
async function settled(read: () => number): Promise<number> {
  for (let last = read(); ; ) {
    await sleep(1_000)
    const now = read()
    if (now === last) return now
    last = now
  }
}
