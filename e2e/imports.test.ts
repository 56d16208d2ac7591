import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { importCountCalls } from '@trackway/core/features/import-counts/calls.ts'
import { importCalls } from '@trackway/core/features/imports/calls.ts'
import { ownerRecordCalls } from '@trackway/core/features/owner-records/calls.ts'
import { luhnDigit } from '@trackway/core/rules/validation.ts'
import { writeXlsx } from '@trackway/server/platform/table-files/xlsx.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  accountPassword,
  aDevice,
  anAccount,
  type Client,
  callApi,
  signInAsAdmin,
  signInByApi,
} from './api-client.ts'
import { closeBrowser, launchBrowser, openAs, openPage, phone, picture, signIn } from './browser.ts'

const { url } = inject('server')
const good = 9_963
const bad = 37

let browser: Browser
let agent: Client
let page: Page
let problems: string[]
let path: string

const imei = (number: number) => {
  const digits = String(86_799_900_000_000 + number)
  return digits + luhnDigit(digits)
}

/** Ten thousand devices below a title, of which 37 are wrong in five ways. */
async function aFile(): Promise<string> {
  const rows = Array.from({ length: good + bad }, (_, n) => {
    const row = [imei(n), 'Gt06', `粤C${String(n).padStart(5, '0')}`, '13912345678']
    const wrong: Record<number, () => void> = {
      0: () => (row[0] = String(n)),
      1: () => (row[0] = imei(n - 1)),
      2: () => (row[1] = 'K9000'),
      3: () => (row[2] = '粤1'),
      4: () => (row[3] = '139'),
    }
    if (n >= 100 && n < 100 + bad * 200 && n % 200 === 100) wrong[((n - 100) / 200) % 5]?.()
    return row
  })
  const bytes: Uint8Array[] = []
  const titles = ['设备号', 'Model', 'Plate', 'SIM']
  const file = writeXlsx({
    language: 'en',
    timeZone: 'UTC',
    title: 'May',
    facts: [],
    total: rows.length,
    sum: null,
    columns: titles.map((title) => ({ form: 'text', title })),
    rows: (async function* () {
      yield rows
    })(),
  })
  for await (const piece of file) bytes.push(piece)
  const name = join(await mkdtemp(join(tmpdir(), 'trackway-import-')), 'may.xlsx')
  await writeFile(name, Buffer.concat(bytes))
  return name
}

beforeAll(async () => {
  browser = await launchBrowser()
  agent = await anAccount(await signInAsAdmin(url), 'imports-admin', roles.admin)
  path = await aFile()
  const opened = await openAs(browser, agent, '/index/device/deviceImport')
  page = opened.page
  problems = opened.problems
})
afterAll(() => closeBrowser(browser))

test('ten thousand devices of a file are in, and each bad row says why', async () => {
  await page.locator('input[type=file]').setInputFiles(path)
  await page.getByText('9,963 ready, 37 with errors').waitFor()
  await picture(page, 'import-check')
  for (const [name, count] of [
    ['Invalid ID', 8],
    ['Duplicate', 8],
    ['Unknown model', 7],
    ['Invalid plate', 7],
    ['Invalid SIM', 7],
  ] as const)
    expect(await page.getByRole('button', { name: new RegExp(`^${name}`) }).textContent()).toContain(
      String(count),
    )
  await page.getByRole('button', { name: /^Errors/ }).click()
  expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(bad + 1))
  await picture(page, 'import-errors')
  const button = page.getByRole('button', { name: 'Import 9,963 devices' })
  await button.dblclick()
  await page.getByText('Finished').waitFor()
  await picture(page, 'import-result')
  const { list } = await callApi(agent, importCalls.list, { kind: 'deviceImport' })
  expect(list).toMatchObject([
    { state: 'done', total: good + bad, done: good, failed: bad, fileName: 'may.xlsx' },
  ])

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download error file' }).click()
  expect((await download).suggestedFilename()).toBe('Result.xlsx')
})

test('a batch is found again, and taken back', async () => {
  await page.goto(`${url}/index/device/batchManage`)
  await page.getByRole('row', { name: /may\.xlsx/ }).waitFor()
  await picture(page, 'batches')
  await page.getByRole('button', { name: /^Open/ }).first().click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').first().waitFor()
  await expect
    .poll(async () => (await callApi(agent, importCalls.list, {})).list[0])
    .toMatchObject({ state: 'undone', undone: good })
})

/** What a screen of batches is given: pasted, checked, and looked up by its heading. */
async function paste(at: Page, path: string, lines: readonly string[]): Promise<void> {
  await at.goto(`${url}${path}`)
  await at.getByText('Paste', { exact: true }).click()
  await at.getByRole('textbox', { name: 'Paste' }).fill(lines.join('\n'))
  await at.getByRole('button', { name: 'Check rows' }).click()
}

test('an agent’s import takes from its count once, whatever is clicked, and gives it back when it is undone', async () => {
  const admin = agent
  const { user } = await anAccount(admin, 'importer', roles.agent)
  // It was given more than this test is about.
  await callApi(admin, importCountCalls.add, { id: user.id, count: -99_990 })
  const reseller = await signInByApi(url, 'importer', accountPassword)
  const left = async () => (await callApi(reseller, accountCalls.self, {})).importCount
  expect(await left()).toBe(10)
  const opened = await openAs(browser, reseller, '/index/device/deviceImport')
  const lines = Array.from({ length: 4 }, (_, n) => `${imei(50_000 + n)}\tGt06`)
  await paste(opened.page, '/index/device/deviceImport', ['IMEI\tModel', ...lines, '12\tGt06'])
  await opened.page.getByText('4 ready, 1 with errors').waitFor()
  await opened.page.getByText('needs 4 import credits, 10 left').waitFor()
  await opened.page.getByRole('button', { name: 'Import 4 devices' }).dblclick()
  await opened.page.getByText('Finished').waitFor()
  expect(await left()).toBe(6)
  expect((await callApi(reseller, importCalls.list, {})).list).toMatchObject([
    { state: 'done', done: 4, failed: 1, takenCounts: 4 },
  ])
  // The same rows once more are refused one by one, and cost nothing.
  await paste(opened.page, '/index/device/deviceImport', ['IMEI\tModel', ...lines])
  await opened.page.getByText('0 ready, 4 with errors').waitFor()
  expect(await left()).toBe(6)
  const { jobId } = (await callApi(reseller, importCalls.list, {})).list[0]!
  await opened.page.goto(`${url}/index/device/deviceImport?jobId=${jobId}`)
  await opened.page.getByRole('button', { name: 'Undo' }).click()
  await opened.page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await opened.page.getByText('Undone', { exact: true }).first().waitFor()
  expect(await left()).toBe(10)
  const { list } = await callApi(reseller, importCountCalls.findRecords, {})
  expect(list.slice(0, 2).map(({ kind, before, after }) => [kind, before, after])).toEqual([
    ['undo', 6, 10],
    ['use', 10, 6],
  ])
  expect(opened.problems).toEqual([])
  await opened.page.close()
})

test('owners of a partner’s sheet are imported by its own headings, which the next sheet is read by', async () => {
  const [a, b] = [imei(60_000), imei(60_001)]
  for (const terminalID of [a, b]) await aDevice(agent, terminalID, 'Gt06', 'leased')
  const owner = ['李静怡', '440301199001011234', 'HX-77']
  await paste(page, '/index/device/huaXiangDataImport', [
    'IMEI\tMieter\tAusweis\tLease',
    `${a}\t${owner.join('\t')}`,
  ])
  for (const [heading, column] of [
    ['Mieter', 'Full name'],
    ['Ausweis', 'ID card'],
    ['Lease', 'Contract'],
  ] as const) {
    const select = page.getByRole('combobox', { name: heading })
    await select.click()
    // Each list of choices is drawn after those that were opened before.
    await page.getByTitle(column, { exact: true }).last().click()
  }
  await page.getByText('1 ready, 0 with errors').waitFor()
  await picture(page, 'owners-check')
  await page.getByRole('button', { name: 'Import 1 owner' }).click()
  await page.getByText('Finished').waitFor()
  await picture(page, 'owners-result')
  const { list } = await callApi(agent, ownerRecordCalls.find, { terminalIDs: [a] })
  expect(list).toMatchObject([{ realName: '李***', contract: 'HX***77' }])

  await paste(page, '/index/device/huaXiangDataImport', [
    'IMEI\tMieter\tAusweis\tLease',
    `${b}\t${owner.join('\t')}`,
  ])
  await page.getByText('Same as your last file').waitFor()
  await page.getByText('1 ready, 0 with errors').waitFor()
})

test('accounts of a sheet are made below the superior chosen, and their passwords are shown once', async () => {
  const names = ['sheet.north', 'sheet.south']
  const lines = names.map((name) => `${name}\tuser\timporter`)
  await paste(page, '/index/agent/userImport', [
    'User name\tRole\tParent account',
    ...lines,
    'a b\tuser\timporter',
  ])
  await page.getByText('2 ready, 1 with errors').waitFor()
  await picture(page, 'accounts-check')
  await page.getByRole('button', { name: 'Import 2 accounts' }).click()
  await page.getByText('2 new passwords').waitFor()
  await picture(page, 'accounts-result')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download passwords' }).click()
  expect((await download).suggestedFilename()).toBe('Passwords.xlsx')
  await page.getByText('2 new passwords').waitFor({ state: 'detached' })
  const { list } = await callApi(agent, subAccountCalls.findByPage, {
    search: 'sheet.',
    withSubAccounts: true,
  })
  expect(list.map(({ username, parentName }) => [username, parentName])).toEqual(
    names.map((name) => [name, 'importer']),
  )
})

test('SIM cards name their devices, and those that are in none are named', async () => {
  const iccid = '89860012345678900001'
  await callApi(agent, deviceCalls.update, { terminalID: imei(60_000), iccid })
  await page.goto(`${url}/index/device/deviceExportIccid`)
  await page.getByRole('textbox', { name: 'ICCIDs' }).fill(`${iccid}\n89860012345678900002`)
  await page.getByRole('button', { name: 'Look up 2 SIM cards' }).click()
  await page.getByText("1 of 2 isn't in any of your devices").waitFor()
  await page.getByRole('row', { name: new RegExp(`leased.*${iccid}.*${imei(60_000)}`) }).waitFor()
  await picture(page, 'sim-check')
})

test('the screens hold on a phone and in the dark', async () => {
  const opened = await openPage(browser, `${url}/index/device/deviceTransform`, {
    viewport: phone,
    colorScheme: 'dark',
    language: 'cn',
  })
  await signIn(opened.page, agent.user.username, agent.password)
  await opened.page.getByText('数据来源').or(opened.page.getByText('下载模板')).first().waitFor()
  await picture(opened.page, 'import-phone')
  expect(opened.problems).toEqual([])
})

test('nothing of this left an error in the console', () => expect(problems).toEqual([]))
