import type { InputOf } from '@trackway/core/api/call.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { labelCalls } from '@trackway/core/features/labels/calls.ts'
import { labelSizeNames, labelSizeOf, labelsPerSheet } from '@trackway/core/features/labels/sizes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { readLabelPdf } from './testing/read-label-pdf.ts'

let server: TestServer
let admin: TestAccount
let token: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await anAccount(server.database, { role: roles.admin })
  token = await signIn(server.database, admin)
})
afterAll(() => server.stop())

const imei = (n: number) => String(860_123_040_000_000 + n)
const iccid = (n: number) => `898600${String(12_345_678_900_000 + n)}`

async function devices(first: number, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, n) => imei(first + n))
  for (const [n, terminal_id] of ids.entries())
    await aDevice(server.database, admin, { terminal_id, iccid: iccid(first + n) })
  return ids
}

async function print(input: InputOf<typeof labelCalls.print>) {
  const reply = await fetch(`${server.url}${labelCalls.print.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  expect(reply.headers.get('content-type')).toBe('application/pdf')
  return readLabelPdf(new Uint8Array(await reply.arrayBuffer()))
}

describe('what a reader sees is what was printed', () => {
  let ids: string[]
  beforeAll(async () => {
    ids = await devices(0, 3)
  })
  test.each(
    labelSizeNames.flatMap((size) => (['qr', 'dataMatrix'] as const).map((code) => [size, code] as const)),
  )('%s with %s', async (size, code) => {
    const pages = await print({ terminalIDs: ids, size, code })
    const { sheet, widthMm, heightMm } = labelSizeOf(size)
    expect(pages).toHaveLength(sheet ? 1 : 3)
    expect(pages[0]).toMatchObject(sheet ? { widthMm: 210, heightMm: 297 } : { widthMm, heightMm })
    const codes = pages.flatMap((page) => page.codes)
    const textsOf = (format: RegExp) =>
      codes
        .filter((each) => format.test(each.format))
        .map(({ text }) => text)
        .sort()
    expect(textsOf(/Code128/)).toEqual(ids)
    expect(textsOf(/QRCode|DataMatrix/)).toEqual(ids.map((id, n) => `${id},${iccid(n)}`))
    const text = pages.map((page) => page.text).join('\n')
    for (const [n, id] of ids.entries()) {
      expect(text).toContain(id)
      expect(text).toContain(`ICCID: ${iccid(n)}`)
    }
  })
})

test('a label has a link, and only what was chosen', async () => {
  const [id] = await devices(100, 1)
  const [page] = await print({
    terminalIDs: [id!],
    size: '60x40',
    barcode: false,
    codeText: 'https://track.example.com/bind?imei={id}&card={iccid}',
    lines: ['model', 'date'],
  })
  expect(page!.codes).toMatchObject([
    { text: `https://track.example.com/bind?imei=${id}&card=${iccid(100)}` },
  ])
  expect(page!.text).not.toContain('ICCID')
  expect(page!.text).toMatch(/Model: \S+\s+Date: \d{4}-\d\d-\d\d/)
})

test('sheets are filled from the first free place on, each device as often as wanted', async () => {
  const ids = await devices(200, 20)
  const size = 'a4-70x37'
  const pages = await print({ terminalIDs: ids, size, copies: 2, firstPlace: 5, code: 'none', lines: [] })
  const free = labelsPerSheet(labelSizeOf(size)) - 4
  expect(pages.map((page) => page.codes.length)).toEqual([free, 40 - free])
  const { data } = await server.call(
    labelCalls.preview,
    { terminalIDs: ids, size, copies: 2, firstPlace: 5 },
    token,
  )
  expect(data).toMatchObject({ pages: 2, svg: expect.stringContaining('viewBox="0 0 70 37"') })
})

test('devices in stock, tested by a jig and handed out as ids have labels, others are named', async () => {
  const { pool } = server.database
  const [inStock, tested, unknown] = [imei(301), imei(302), imei(303)]
  await pool.query(
    `insert into stock_items (account_id, terminal_id, place, place_time, create_time, batch)
     values ($1, $2, 'produced', 1, 1, 'B-7')`,
    [admin.id, inStock],
  )
  await pool.query(
    `insert into jig_units (account_id, unit, imei, iccid, last_time) values ($1, $2, $2, $3, 1)`,
    [admin.id, tested, iccid(302)],
  )
  const [first, second] = await print({ terminalIDs: [inStock, tested], lines: ['iccid', 'batch'] })
  expect(first!.text).toContain('Batch: B-7')
  expect(second!.codes).toContainEqual({ format: 'QRCode', text: `${tested},${iccid(302)}` })
  const stranger = await anAccount(server.database, { role: roles.admin })
  const { terminalID: theirs } = await aDevice(server.database, stranger)
  const terminalIDs = [inStock, unknown, theirs]
  const { meta } = await server.call(labelCalls.preview, { terminalIDs }, token)
  expect(resultNames[meta.code]).toBe('notFound')
  expect(meta.issues?.map(({ path }) => path)).toEqual(['terminalIDs.1', 'terminalIDs.2'])
})

test('codes that have no room are refused', async () => {
  const terminalIDs = await devices(400, 1)
  const codeText = `https://track.example.com/${'long/'.repeat(30)}{id}`
  const { meta } = await server.call(labelCalls.preview, { terminalIDs, size: '40x20', codeText }, token)
  expect(resultNames[meta.code]).toBe('labelTooSmall')
})
