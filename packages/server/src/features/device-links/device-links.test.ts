import { resultNames } from '@trackway/core/codes/results.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { auditCalls } from '@trackway/core/features/audit/calls.ts'
import { deviceLinkCalls } from '@trackway/core/features/device-links/calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let time = 0
let holder: TestAccount
let token: string
let device: TestDevice
beforeAll(async () => {
  server = await startTestServer({ now: () => time })
})
beforeEach(async () => {
  time = Date.now()
  holder = await anAccount(server.database, { telephone: '13800138000' })
  token = await signIn(server.database, holder)
  device = await aDevice(server.database, holder)
})
afterAll(() => server.stop())

async function make() {
  const { data } = await server.call(deviceLinkCalls.make, { terminalID: device.terminalID, days: 2 }, token)
  const query = new URL(data!.path, 'http://x').searchParams
  return { id: data!.id, imei: query.get('imei')!, cert: query.get('cert')! }
}
const open = ({ imei, cert }: { imei: string; cert: string }) =>
  server.call(deviceLinkCalls.open, { imei, cert })

test('a link signs in to its one device, and to nothing of the person', async () => {
  const other = await aDevice(server.database, holder)
  const { data } = await open(await make())
  expect(data?.user).toMatchObject({
    permissions: ['main:monitor', 'main:track', 'main:order'],
    telephone: null,
  })
  const found = await server.call(locationCalls.find, {}, data?.token)
  expect(found.data?.list.map(({ terminalID }) => terminalID)).toEqual([device.terminalID])
  const stranger = await server.call(deviceCalls.detail, { terminalID: other.terminalID }, data?.token)
  expect(resultNames[stranger.meta.code]).toBe('notFound')
})

test('it opens nothing with another device, when it ran out, or after it was ended', async () => {
  const link = await make()
  const refusal = async (tried: typeof link) => resultNames[(await open(tried)).meta.code]
  const other = await aDevice(server.database, holder)
  expect(await refusal({ ...link, imei: other.terminalID })).toBe('notFound')
  expect(await refusal({ ...link, cert: `${link.cert}x` })).toBe('notFound')
  const session = (await open(link)).data?.token
  await server.call(deviceLinkCalls.revoke, { id: link.id }, token)
  expect(await refusal(link)).toBe('notFound')
  expect((await server.call(accountCalls.self, {}, session)).status).toBe(401)
  const next = await make()
  const last = (await open(next)).data?.token
  time += 2 * 86_400_000
  expect(await refusal(next)).toBe('notFound')
  expect((await server.call(accountCalls.self, {}, last)).status).toBe(401)
})

test('making and ending it stand recorded, and it is listed while it works', async () => {
  const { id } = await make()
  token = await signIn(server.database, holder)
  const links = async () =>
    (await server.call(deviceLinkCalls.find, { terminalID: device.terminalID }, token)).data?.list
  expect(await links()).toMatchObject([{ id, username: holder.username, lastUseTime: null }])
  await server.call(deviceLinkCalls.revoke, { id }, token)
  expect(await links()).toEqual([])
  const { data } = await server.call(auditCalls.find, {}, token)
  expect(data?.list).toMatchObject([
    { kind: 'linkEnded' },
    { kind: 'linkMade', terminalID: device.terminalID },
  ])
})
