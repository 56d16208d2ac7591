import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { riskPointCalls } from '@trackway/core/features/risk-points/calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const area = { shape: 'circle', lat: 31.2, lon: 121.4, radiusM: 500 } as const
let server: TestServer
let customer: TestAccount
let token: string

beforeAll(async () => {
  server = await startTestServer({})
  const dealer = await anAccount(server.database, { role: roles.agent })
  customer = await anAccount(server.database, { parent: dealer })
  token = await signIn(server.database, dealer)
})
afterAll(() => server.stop())

test('risk points come back from a file as they were written, and a row without an area says why it cannot', async () => {
  const values = { category: 'pawnShop', minutes: 45, note: 'two\nlines' } as const
  const userId = customer.id
  const { id } = (await server.call(riskPointCalls.add, { name: 'shop', area, userId, ...values }, token))
    .data!
  const file = (await server.call(riskPointCalls.export, { format: 'geojson', ids: [id] }, token)).data!
  const strange = { name: 'Feature', type: 'Feature', properties: { name: 'none' }, geometry: null }
  const both = JSON.parse(file.text) as { features: object[] }
  const text = JSON.stringify({ ...both, features: [...both.features, strange] })

  const checked = (await server.call(riskPointCalls.importCheck, { text }, token)).data!
  expect(checked.list).toMatchObject([
    { row: 1, name: 'shop', area, fault: null, ...values },
    { row: 2, name: 'none', area: null, fault: 'noArea', category: 'other', minutes: 30 },
  ])
  const imported = (await server.call(riskPointCalls.import, { text, userId }, token)).data!
  expect(imported).toMatchObject({ ids: [expect.any(Number)], failed: [{ row: 2, fault: 'noArea' }] })
  const found = await server.call(riskPointCalls.find, { id: imported.ids[0]! }, token)
  expect(found.data!.list).toMatchObject([{ name: 'shop', area, userId, ...values }])
})

test('a change keeps what is not sent, the map shows it, and a deleted one is gone from a file', async () => {
  const userId = customer.id
  const { id } = (
    await server.call(riskPointCalls.add, { name: 'port', category: 'other', area, userId }, token)
  ).data!
  const changed = await server.call(riskPointCalls.update, { id, category: 'port' }, token)
  expect(changed.data).toMatchObject({ id, name: 'port', category: 'port', minutes: 30, area })
  const shown = (await server.call(riskPointCalls.map, { userId }, token)).data!
  expect(shown.list).toContainEqual({ id, name: 'port', category: 'port', area })
  expect(shown.total).toBe(shown.list.length)
  await server.call(riskPointCalls.delete, { id }, token)
  const { meta } = await server.call(riskPointCalls.export, { format: 'kml', ids: [id] }, token)
  expect(resultNames[meta.code]).toBe('notFound')
})
