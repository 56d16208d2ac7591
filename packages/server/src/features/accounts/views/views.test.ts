import { resultCodes } from '@trackway/core/codes/results.ts'
import { viewCalls } from '@trackway/core/features/accounts/view-calls.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAccount, signIn, type TestAccount } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let account: TestAccount
let token: string
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  account = await anAccount(server.database)
  token = await signIn(server.database, account)
})
afterAll(() => server.stop())

const view = { list: 'devices', filter: { state: 'offline', deviceType: 13 }, columns: ['state'] } as const
const save = (name: string, more: object = {}) =>
  server.call(viewCalls.save, { ...view, columns: ['state'], name, ...more }, token)
const names = async (list: 'devices' | 'exports' = 'devices', as = token) =>
  (await server.call(viewCalls.find, { list }, as)).data?.list.map(({ name }) => name)

test('a view is kept with the account, by list and name', async () => {
  await save('Quiet')
  await save('All', { columns: null, filter: {} })
  expect(await names()).toEqual(['All', 'Quiet'])
  expect(await names('exports')).toEqual([])
  const { data } = await server.call(viewCalls.find, { list: 'devices' }, token)
  expect(data?.list[1]).toMatchObject(view)
})

test('the same name again replaces it', async () => {
  await save('Quiet')
  await save('Quiet', { columns: null })
  const { data } = await server.call(viewCalls.find, { list: 'devices' }, token)
  expect(data?.list).toMatchObject([{ name: 'Quiet', columns: null }])
})

test('nobody sees or deletes somebody else’s', async () => {
  const { data } = await save('Quiet')
  const stranger = await signIn(server.database, await anAccount(server.database, { parent: account }))
  expect(await names('devices', stranger)).toEqual([])
  const refused = await server.call(viewCalls.delete, { id: data!.id }, stranger)
  expect(refused.meta.code).toBe(resultCodes.notFound)
  expect((await server.call(viewCalls.delete, { id: data!.id }, token)).meta.success).toBe(true)
  expect(await names()).toEqual([])
})

test('fifty views of a list are enough', async () => {
  for (let i = 0; i < 50; i++) await save(`view ${i}`)
  expect((await save('one more')).meta.code).toBe(resultCodes.tooManyViews)
  expect((await save('view 7')).meta.success).toBe(true)
})
