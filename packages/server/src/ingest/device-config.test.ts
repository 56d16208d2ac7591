import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLocalBus } from '../platform/bus/bus.ts'
import { aDevice, anAccount, type TestAccount, type TestDevice } from '../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import type { ConfigSource } from './config-sources/config-source.ts'
import { DeviceConfigCache } from './device-config.ts'

let database: TestDatabase
let agent: TestAccount
let customer: TestAccount
let device: TestDevice
let other: TestDevice
beforeAll(async () => {
  database = await openTestDatabase()
  agent = await anAccount(database)
  customer = await anAccount(database, { parent: agent })
  device = await aDevice(database, customer)
  other = await aDevice(database, agent)
})
afterAll(() => database.drop())

/** Texts that are set at accounts and for devices. */
function start() {
  const set = { accounts: new Map<number, string>(), devices: new Map<number, string>() }
  const queriedIds: number[][] = []
  const pick = (from: Map<number, string>, ids: readonly number[]) => {
    queriedIds.push([...ids].sort())
    return Promise.resolve(new Map([...from].filter(([id]) => ids.includes(id))))
  }
  const texts: ConfigSource<string, string> = {
    ofAccounts: (_client, ids) => pick(set.accounts, ids),
    ofDevices: (_client, ids) => pick(set.devices, ids),
    combine: (levels) => levels.join(' < '),
    none: 'none',
  }
  const cache = new DeviceConfigCache({ texts })
  const bus = createLocalBus({ error: () => {} })
  cache.listen(bus)
  const load = (...devices: TestDevice[]) =>
    cache.load(
      database.pool,
      devices.map(({ id }) => id),
    )
  const textOf = ({ id }: TestDevice) => (cache.get(id) as unknown as { texts: string }).texts
  const isMissing = ({ id }: TestDevice) => cache.isMissing(id)
  return { set, queriedIds, bus, cache, load, textOf, isMissing }
}

test('what is set at the accounts above and for the device comes together, the furthest first', async () => {
  const { set, load, textOf } = start()
  set.accounts.set(agent.id, 'agent').set(customer.id, 'customer')
  set.devices.set(device.id, 'device')
  await load(device, other)
  expect(textOf(device)).toBe('agent < customer < device')
  expect(textOf(other)).toBe('agent')
})

test('a device for which nothing is set has none', async () => {
  const { load, textOf, isMissing } = start()
  await load(device)
  expect(textOf(device)).toBe('none')
  expect(isMissing(device)).toBe(false)
})

test('an edit of an account is read by the devices below it, and by no others', async () => {
  const { set, bus, load, textOf, isMissing } = start()
  await load(device, other)
  set.accounts.set(customer.id, 'edited')
  bus.publish('device.factsEdited', { accountIds: [customer.id], deviceIds: new Int32Array() })
  expect([isMissing(device), isMissing(other)]).toEqual([true, false])
  await load(device)
  expect(textOf(device)).toBe('edited')
  expect(isMissing(device)).toBe(false)
})

test('an edit of a device is read by this device', async () => {
  const { bus, load, isMissing } = start()
  await load(device, other)
  bus.publish('device.edited', { deviceIds: Int32Array.of(other.id) })
  expect([isMissing(device), isMissing(other)]).toEqual([false, true])
})

test('messages that were missed have everything read again', async () => {
  const { bus, load, isMissing } = start()
  await load(device, other)
  bus.publish('messages.missed', { since: 0 })
  expect([isMissing(device), isMissing(other)]).toEqual([true, true])
})

test('an edit while the configuration is being read has it read again', async () => {
  const { bus, load, isMissing } = start()
  const reading = load(device)
  bus.publish('device.factsEdited', { accountIds: [agent.id], deviceIds: new Int32Array() })
  await reading
  expect(isMissing(device)).toBe(true)
})

test('what is set at an account is read once for all its devices', async () => {
  const { queriedIds, load } = start()
  await load(device)
  const before = queriedIds.length
  await load(other)
  // Of the other device's accounts none is new: only the device itself is queried.
  expect(queriedIds.slice(before)).toEqual([[other.id]])
})
