import { deviceTypes } from '@trackway/core/codes/protocols.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { deviceTypeCalls as calls } from '@trackway/core/features/device-types/calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSettings } from '../../platform/settings/process-settings.ts'
import { anAccount, signIn } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let agent: string
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  agent = await signIn(server.database, await anAccount(server.database, { role: roles.agent }))
  admin = await signIn(server.database, await anAccount(server.database, { role: roles.admin }))
})
afterAll(async () => {
  changeSettings({ deviceHost: undefined, devicePorts: { detect: 0 } })
  await server.stop()
})

const gt06 = 13
const setup = async (id: number, more: object = {}) =>
  (await server.call(calls.setup, { id, ...more }, agent)).data!

test('a new device is told the address of the platform and the port of its protocol', async () => {
  changeSettings({ deviceHost: 'gps.example.com', devicePorts: { detect: 5000, gt06: 5023 } })
  expect(await setup(gt06, { apn: 'cmnet' })).toEqual({
    wire: 'gt06',
    host: 'gps.example.com',
    port: 5023,
    transports: ['tcp', 'udp'],
    texts: [
      { text: 'APN,cmnet,,#', missing: [] },
      { text: 'SERVER,1,gps.example.com,5023,0#', missing: [] },
    ],
  })
})

test('where the port of its protocol is closed, it is told that of any', async () => {
  changeSettings({ deviceHost: '203.0.113.7', devicePorts: { detect: 5000, gt06: 0 } })
  expect(await setup(gt06)).toMatchObject({
    host: '203.0.113.7',
    port: 5000,
    texts: [
      { text: 'APN,{apn},{apnUser},{apnPassword}#', missing: ['apn', 'apnUser', 'apnPassword'] },
      { text: 'SERVER,0,203.0.113.7,5000,0#', missing: [] },
    ],
  })
})

test('without an address the texts say what is missing', async () => {
  changeSettings({ deviceHost: undefined, devicePorts: { detect: 0 } })
  const { host, port, texts } = await setup(gt06)
  expect({ host, port, missing: texts[1]!.missing }).toEqual({
    host: null,
    port: null,
    missing: ['hostKind', 'host', 'port'],
  })
})

test('administrators set the texts of a type, and no others than can be filled in', async () => {
  changeSettings({ deviceHost: 'gps.example.com', devicePorts: { detect: 5000 } })
  const add = (more: object) =>
    server.call(calls.add, { name: `model ${JSON.stringify(more).length}`, wire: 'gt06', ...more }, admin)
  const texts = { setupTexts: ['HOST,{host}:{port},{id}#'], commandTexts: { timer: 'FREQ,{movingS}#' } }
  const { data } = await add({ ...texts, commands: ['timer', 'text'] })
  expect(data).toMatchObject({ ...texts, commands: ['timer', 'text'] })
  expect((await setup(data!.id, { terminalID: '868120000000001' })).texts).toEqual([
    { text: 'HOST,gps.example.com:5000,868120000000001#', missing: [] },
  ])
  const back = await server.call(calls.update, { id: data!.id, commands: null, commandTexts: {} }, admin)
  expect(back.data).toMatchObject({ commands: null, commandTexts: {}, setupTexts: texts.setupTexts })
  for (const wrong of [{ setupTexts: ['HOST,{server}#'] }, { commandTexts: { timer: 'FREQ,{seconds}#' } }])
    expect(resultNames[(await add(wrong)).meta.code]).toBe('invalidInput')
})

test('every type of a protocol that text messages set up has them', async () => {
  const { data } = await server.call(calls.allConfig, {}, admin)
  const begun = deviceTypes.map(({ id }) => data!.types[id]!)
  const without = begun.filter(({ setupTexts }) => setupTexts.length === 0)
  expect([...new Set(without.map(({ wire }) => wire))].sort()).toEqual(['nbiot', 'osmand', 'owntracks'])
})
