import { commandCodes, commandRow, effectOf, toCommand } from '@trackway/core/features/commands/commands.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount } from '../../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { findDue } from './delivery/delivery-queries.ts'
import { insertCommands } from './queries.ts'
import { commandForm, effectForm } from './stored-command.ts'

const now = Date.UTC(2026, 10, 20)
let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())

const stored = (value: object) => JSON.parse(JSON.stringify(value)) as unknown

test.each(commandCodes)('%s and its effect are read as they were stored', (code) => {
  const command = toCommand(code, commandRow(code).example)!
  expect(commandForm.read(stored(command))).toEqual(command)
  const effect = effectOf(command)
  if (effect !== null) expect(effectForm.read(stored(effect))).toEqual(effect)
})

test('commands of version 0.1 are read', () => {
  const old = {
    code: 'powerOffAlarm',
    parameters: { way: 'platformSms', isOn: true, detectS: 10, chargedS: 30 },
  }
  expect(commandForm.read(old)).toEqual(old)
  expect(effectForm.read({ reading: 'oilCut', is: true })).toEqual({ reading: 'oilCut', is: true })
})

test('a command that cannot be read fails with a reason; the next one is delivered', async () => {
  const account = await anAccount(database)
  const { id: deviceId } = await aDevice(database, account)
  const add = async (code: 'oilCut' | 'locate') => {
    const checked = { command: toCommand(code, {})!, code }
    const about = {
      checked,
      sender: { id: account.id, name: 'x' },
      isOffline: true,
      expireTime: now + 1000,
    }
    const target = { deviceId, accountId: account.id } as never
    const [id] = await insertCommands(database.db, about, [{ target, content: code, dueTime: now }], now)
    return id!
  }
  const unreadable = await add('oilCut')
  const readable = await add('locate')
  await database.pool.query(`update commands set command = '{"code":"oilCut","version":9}' where id = $1`, [
    unreadable,
  ])

  expect(await findDue(database.db, [deviceId], now)).toMatchObject([{ id: readable }])
  const { rows } = await database.pool.query('select state, failure from commands where id = $1', [
    unreadable,
  ])
  expect(rows).toEqual([{ state: 'failed', failure: 'unsupported' }])
})
