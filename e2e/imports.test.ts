import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importCalls } from '@trackway/core/api/imports.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { luhnDigit } from '@trackway/core/rules/validation.ts'
import { writeXlsx } from '@trackway/server/platform/table-files/xlsx.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { anAccount, ask, type Client, signInAsAdmin } from './api-client.ts'
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
    ...{ language: 'en', timeZone: 'UTC', title: 'May', facts: [], total: rows.length, sum: null },
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
    ['Wrong ID', 8],
    ['Duplicate', 8],
    ['Unknown model', 7],
    ['Wrong plate', 7],
    ['Wrong SIM', 7],
  ] as const)
    expect(await page.getByRole('button', { name: new RegExp(`^${name}`) }).textContent()).toContain(
      String(count),
    )
  await page.getByRole('button', { name: /^Errors/ }).click()
  expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(bad + 1))
  await picture(page, 'import-errors')
  const button = page.getByRole('button', { name: 'Write 9,963 rows' })
  await button.dblclick()
  await page.getByText('Finished').waitFor()
  await picture(page, 'import-result')
  const { list } = await ask(agent, importCalls.list, { kind: 'deviceImport' })
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
    .poll(async () => (await ask(agent, importCalls.list, {})).list[0])
    .toMatchObject({ state: 'undone', undone: good })
})

test('the screens hold on a phone and in the dark', async () => {
  const opened = await openPage(browser, `${url}/index/device/deviceTransform`, {
    ...{ viewport: phone, colorScheme: 'dark', language: 'cn' },
  })
  await signIn(opened.page, agent.user.username, agent.password)
  await opened.page.getByText('数据来源').or(opened.page.getByText('下载模板')).first().waitFor()
  await picture(opened.page, 'import-phone')
  expect(opened.problems).toEqual([])
})

test('nothing of this left an error in the console', () => expect(problems).toEqual([]))
