import { encodeHeartbeat, encodeLogin } from '@trackway/protocols/gt06/encode.ts'
import { encodeFrames, terminalLayout } from '@trackway/protocols/jt808/encode.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, type TestAccount, type TestDevice } from '../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { eventually, startTestGateway, TestDeviceSocket, type TestGateway } from '../testing/test-gateway.ts'

/** Several frames on their way at once: replies leave in the order of the frames, none before its commit. */

let database: TestDatabase
let owner: TestAccount
let gateway: TestGateway
let socket: TestDeviceSocket
const held: (() => Promise<void>)[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  owner = { ...(await anAccount(database, { id: 1, path: '/1/' })), id: 1 }
  gateway = await startTestGateway(database)
})
afterEach(async () => {
  for (const release of held.splice(0)) await release()
  socket.end()
})
afterAll(async () => {
  await gateway.stop()
  await database.drop()
})

/** Longer than a reply takes that is not held back by a commit. */
const whileMs = 300
const noBody = new Uint8Array(0)
const calm = {
  oilCut: false,
  gpsOn: true,
  charging: true,
  accOn: true,
  armed: false,
  voltageLevel: 6,
  gsmLevel: 4,
}

/** A GT06 device that is signed in; `answered` lists the serials of the heartbeats answered so far. */
async function gt06Device(): Promise<{ beat(...serials: number[]): void; answered(): number[] }> {
  const device = await aDevice(database, owner)
  socket = new TestDeviceSocket(gateway.gateway.ports.gt06!)
  socket.send(encodeLogin(device.terminalID, 1))
  await socket.expect('7878 05 01 0001 d9dc 0d0a')
  await eventually(
    () => database.pool.query('select is_connected from device_states where device_id = $1', [device.id]),
    ({ rows }) => rows[0]?.is_connected,
  )
  return {
    beat: (...serials) => socket.send(Buffer.concat(serials.map((serial) => encodeHeartbeat(calm, serial)))),
    answered: () =>
      [...socket.received.matchAll(/78780513(....)/g)].map(([, hex]) => Number.parseInt(hex!, 16)),
  }
}

/** Keeps every commit waiting until it is let go; when the test is over, it is. */
async function holdCommits(
  sql = 'lock table ingest_commits in exclusive mode',
): Promise<() => Promise<void>> {
  const client = await database.pool.connect()
  let isHeld = true
  const release = async () => {
    if (!isHeld) return
    isHeld = false
    await client.query('commit')
    client.release()
  }
  held.push(release)
  await client.query('begin')
  await client.query(sql)
  return release
}

/** How many commits, and how many of those who hold them, wait for the lock. What else goes on does not count. */
const waiting = async () => {
  const { rows } = await database.pool.query(`select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
      and (query like 'with %insert into positions%' or query like 'lock table ingest_commits%')`)
  return rows[0].count as number
}
const sleep = () => new Promise((resolve) => setTimeout(resolve, whileMs))

test('eight frames sent at once are answered one by one in their order, after the commit', async () => {
  const { beat, answered } = await gt06Device()
  const release = await holdCommits()
  beat(1, 2, 3, 4, 5, 6, 7, 8)
  await eventually(waiting, (count) => count === 1)
  await sleep()
  expect(answered()).toEqual([])
  await release()
  expect(await eventually(answered, (serials) => serials.length >= 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('frames of the next commit are not answered with those of this one', async () => {
  const { beat, answered } = await gt06Device()
  const letGoFirst = await holdCommits()
  beat(1, 2, 3, 4)
  await eventually(waiting, (count) => count === 1)
  beat(5, 6, 7, 8)
  // Whoever requests the lock now gets it after the first commit and before the second.
  const second = holdCommits()
  await eventually(waiting, (count) => count === 2)
  await letGoFirst()
  const letGoSecond = await second
  await eventually(waiting, (count) => count === 1)
  await sleep()
  expect(answered()).toEqual([1, 2, 3, 4])
  await letGoSecond()
  expect(await eventually(answered, (serials) => serials.length >= 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('on one socket, a device whose commit is through waits for the one before it', async () => {
  const [first, second] = await twoDevicesOfDifferentWriters()
  socket = new TestDeviceSocket(gateway.gateway.ports.jt808!)
  const send = (device: TestDevice, serial: number) =>
    socket.send(encodeFrames(terminalLayout(device.terminalID), 0x0002, serial, noBody).frames[0]!)
  const answered = () =>
    [...socket.received.matchAll(/7e80010005(\d{12})....(....)000200/g)].map(
      ([, id, serial]) => `${Number(id)} ${Number.parseInt(serial!, 16)}`,
    )
  const name = (device: TestDevice, serial: number) => `${device.terminalID} ${serial}`
  const version = async (device: TestDevice) =>
    (
      await database.pool.query('select xmin::text as version from device_states where device_id = $1', [
        device.id,
      ])
    ).rows[0].version as string
  send(first, 1)
  send(second, 1)
  await eventually(answered, (answers) => answers.length === 2)

  const before = await version(second)
  const release = await holdCommits(`select from device_states where device_id = ${first.id} for update`)
  send(first, 2)
  send(second, 2)
  send(first, 3)
  await eventually(
    () => version(second),
    (now) => now !== before,
  )
  await sleep()
  expect(answered()).toHaveLength(2)
  await release()
  const answers = await eventually(answered, (answers) => answers.length >= 5)
  expect(answers.slice(2)).toEqual([name(first, 2), name(second, 2), name(first, 3)])
})

/** Devices are shared out among writers by their ids. */
async function twoDevicesOfDifferentWriters(): Promise<[TestDevice, TestDevice]> {
  const make = (n: number) =>
    aDevice(database, owner, { terminal_id: String(13_300_000_000 + n), device_type_id: 14 })
  const first = await make(0)
  for (let n = 1; ; n++) {
    const other = await make(n)
    if ((other.id - first.id) % 2 !== 0) return [first, other]
  }
}
