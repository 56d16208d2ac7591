import type { Message, Protocol } from '@trackway/protocols/protocol.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLocalBus } from '../../../platform/bus/bus.ts'
import { aDevice, anAccount, type TestAccount, type TestDevice } from '../../../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { eventually } from '../../../testing/test-gateway.ts'
import type { CheckedCommand } from '../check-command.ts'
import { insertCommands } from '../queries.ts'
import { CommandDispatcher, type CommandSession } from './command-dispatcher.ts'

let database: TestDatabase
let account: TestAccount
beforeAll(async () => {
  database = await openTestDatabase()
  account = await anAccount(database)
})
afterAll(() => database.drop())

const log = pino({ level: 'silent' })
const greeting = {
  kind: 'login',
  type: '01',
  name: 'login',
  reports: [],
  replies: [],
  refusals: [],
} as Message

/** A dispatcher without events of new commands, and what it wrote to which devices. */
function openDispatcher(encode: (content: string) => void = () => {}) {
  const clock = { time: 1_000_000 }
  const now = () => clock.time
  const dispatcher = new CommandDispatcher({
    database,
    bus: createLocalBus(log),
    log,
    gateway: 'dispatcher',
    now,
  })
  const written: number[] = []
  const protocol = {
    encodeCommand: (command: { parameters: { content: string } }) => {
      encode(command.parameters.content)
      return { content: '', frames: [], correlations: [] }
    },
  } as unknown as Protocol<unknown>
  const session: CommandSession = { protocol, codecSession: null, write: (id) => written.push(id) }
  const greet = ({ id, terminalID }: TestDevice) =>
    dispatcher.onMessage({ deviceId: id, terminalId: terminalID }, greeting, session, now())
  const pass = (ms: number) => {
    clock.time += ms
    dispatcher.tick(clock.time)
  }
  const store = async ({ id: deviceId }: TestDevice, content: string) => {
    const checked: CheckedCommand = { command: { code: 'text', parameters: { content } }, code: 'text' }
    const about = { checked, sender: { id: account.id, name: 'a' }, isOffline: true }
    const target = { deviceId, accountId: account.id }
    const expireTime = Number.MAX_SAFE_INTEGER
    await insertCommands(database.db, { ...about, expireTime }, [{ target, content, dueTime: now() }], now())
  }
  return { dispatcher, written, greet, pass, store }
}

test('a device that cannot be served does not keep the next ones waiting', async () => {
  const { dispatcher, written, greet, pass, store } = openDispatcher((content) => {
    if (content === 'BROKEN#') throw new Error('broken')
  })
  const [first, second] = [await aDevice(database, account), await aDevice(database, account)]
  await store(first, 'BROKEN#')
  await store(second, 'STATUS#')
  greet(first)
  greet(second)
  pass(1_000)
  await dispatcher.close()
  expect(written).toEqual([second.id])
})

test('a command that the bus did not tell of is found ten seconds later', async () => {
  const { dispatcher, written, greet, pass, store } = openDispatcher()
  const device = await aDevice(database, account)
  greet(device)
  pass(1_000)
  await store(device, 'STATUS#')
  await eventually(
    () => {
      pass(1_000)
      return written
    },
    ({ length }) => length > 0,
  )
  await dispatcher.close()
  expect(written).toEqual([device.id])
})
