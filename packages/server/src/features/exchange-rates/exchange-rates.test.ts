import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { exchangeRateCalls as calls } from '@trackway/core/features/exchange-rates/calls.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAccount, signIn } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { findRate } from './queries.ts'

/** As the bank sends it. */
const ratesOf = (
  day: string,
  rates = "<Cube currency='USD' rate='1.0787'/><Cube currency='JPY' rate='161.86'/><Cube currency='BGN' rate='1.9558'/><Cube currency='CNY' rate='7.8213'/>",
) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='${day}'>
			${rates}
		</Cube>
	</Cube>
</gesmes:Envelope>`

let server: TestServer
let bank: Server
let token: string
let answer: { status: number; text: string }
beforeAll(async () => {
  server = await startTestServer()
  token = await signIn(server.database, await anAccount(server.database, { role: roles.admin }))
  bank = createServer((_, response) => response.writeHead(answer.status).end(answer.text))
  await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve))
})
beforeEach(async () => {
  await server.database.pool.query('delete from exchange_rates')
  answer = { status: 200, text: ratesOf('2026-11-27') }
  const url = `http://127.0.0.1:${(bank.address() as AddressInfo).port}/daily.xml`
  await server.call(calls.saveSource, { provider: 'ecb', url }, token)
})
afterAll(async () => {
  bank.close()
  await server.stop()
})

const fetchNow = () => server.call(calls.fetch, {}, token)
const save = (day: string, usdRate: string) =>
  server.call(calls.save, { currency: 'CNY', day, usdRate }, token)

test('the bank’s rates for a euro become what each currency is worth in dollars', async () => {
  expect((await fetchNow()).data).toEqual({ day: '2026-11-27', count: 3 })
  const { data } = await server.call(calls.find, {}, token)
  expect(data?.list.map(({ currency, usdRate, source }) => [currency, usdRate, source])).toEqual([
    ['CNY', '0.1379182489', 'ecb'],
    ['EUR', '1.0787', 'ecb'],
    ['JPY', '0.0066644013', 'ecb'],
  ])
  expect((await server.call(calls.source, {}, token)).data).toMatchObject({
    source: 'stored',
    provider: 'ecb',
    lastDay: '2026-11-27',
  })
})

test('a rate that was set by hand stays', async () => {
  await save('2026-11-27', '0.14')
  expect((await fetchNow()).data?.count).toBe(2)
  expect(await findRate(server.database.db, 'CNY', '2026-11-27')).toBe('0.14')
})

test('an order has the rate of its day, or of the last day before', async () => {
  await save('2026-11-20', '0.1400')
  await save('2026-11-23', '0.15')
  const { db } = server.database
  const days = ['2026-11-19', '2026-11-20', '2026-11-22', '2026-11-23', '2027-01-01']
  expect(await Promise.all(days.map((day) => findRate(db, 'CNY', day)))).toEqual([
    null,
    '0.14',
    '0.14',
    '0.15',
    '0.15',
  ])
  expect(await findRate(db, 'USD', '1999-01-01')).toBe('1')
  expect(await findRate(db, 'THB', '2026-11-23')).toBeNull()
})

test.each([
  ['an error', { status: 500, text: 'busy' }],
  ['a page', { status: 200, text: '<!DOCTYPE html><html></html>' }],
  ['half an answer', { status: 200, text: ratesOf('2026-11-27').slice(0, 400) }],
  ['something else in XML', { status: 200, text: '<rss></rss>' }],
  [
    'no dollar',
    {
      status: 200,
      text: ratesOf('2026-11-27', "<Cube currency='JPY' rate='161.86'/><Cube currency='CNY' rate='7.8'/>"),
    },
  ],
  [
    'a rate of nothing',
    {
      status: 200,
      text: ratesOf('2026-11-27', "<Cube currency='USD' rate='0'/><Cube currency='JPY' rate='1'/>"),
    },
  ],
  [
    'no rate',
    {
      status: 200,
      text: ratesOf('2026-11-27', "<Cube currency='USD' rate='N/A'/><Cube currency='JPY' rate='1'/>"),
    },
  ],
  ['no day', { status: 200, text: ratesOf('yesterday') }],
])('%s of the source changes nothing and is told', async (_, sent) => {
  answer = sent
  const { meta } = await fetchNow()
  expect(resultNames[meta.code]).toBe('rateSourceFailed')
  expect((await server.call(calls.find, {}, token)).data?.total).toBe(0)
})

test('a source that is switched off is not asked', async () => {
  await server.call(calls.removeSource, {}, token)
  expect(resultNames[(await fetchNow()).meta.code]).toBe('rateSourceFailed')
  expect((await server.call(calls.source, {}, token)).data).toMatchObject({ source: 'none', provider: null })
})

test('only a decimal above zero is a rate', async () => {
  for (const rate of ['0', '-1', '1e3', 'x', '1,1'])
    expect(resultNames[(await save('2026-11-27', rate)).meta.code]).toBe('invalidInput')
})
