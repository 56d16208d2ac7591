import { type Permission, permissionsOf } from '@trackway/core/codes/permissions.ts'
import { chineseRoles, type RoleName, roleIds, roleNames, roles } from '@trackway/core/codes/roles.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { importCountCalls } from '@trackway/core/features/import-counts/calls.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { accountPassword, type Client, callApi, signInAsAdmin, signInByApi } from './api-client.ts'
import { closeBrowser, launchBrowser, openAs, openPage, signIn } from './browser.ts'

/**
 * Every screen of the areas agent, device, system and help. Whom the guard lets in is compared with a table; in a
 * browser every role opens what it holds, and each screen is tried by one that does not hold it.
 */

/** Which routes each role may open, written by hand and not read from the code; `counted`: an agent who was given an import count. */
const opens: Record<string, readonly (RoleName | 'counted' | 'everybody')[]> = {
  ...rows('agent', {
    agentList: 'admin agent superAgent',
    indexAgentListExport: 'admin agent superAgent',
    setImportRecords: 'admin agent superAgent',
    agentDeviceCount: 'admin agent superAgent',
    userImport: 'admin agent',
  }),
  ...rows('device', {
    deviceList: 'admin agent superUser',
    deviceListV2: 'admin agent superUser',
    deviceInfo: 'admin agent superUser user',
    deviceImport: 'admin counted',
    deviceUpdateDevicesType: 'admin',
    deviceUpdateHost: 'admin agent superUser',
    firmware: 'admin agent superUser',
    deviceBatchIcon: 'admin agent',
    deviceConfig: 'admin',
    deviceTransform: 'admin agent',
    deviceReset: 'admin agent',
    userInfo: 'admin agent superUser',
    deviceUpdateTime: 'admin agent',
    deviceUpdateIccid: 'admin agent',
    deviceExportIccid: 'admin agent',
    deviceUpdateZone: 'admin agent superUser',
    deviceUpdateExpireType: 'admin agent',
    deviceUpdateDeviceInfo: 'admin agent superUser',
    deviceUpdateCardIccid: 'admin agent superUser',
    huaXiangDataImport: 'admin agent superUser',
    passwordUpdate: 'admin agent superUser',
    miltiInfoSearch: 'admin agent superUser',
    batchManage: 'admin agent superUser',
    multipleCmd: 'admin agent superUser',
    multipleCmdSearch: 'admin agent superUser',
    commandImport: 'admin agent superUser',
  }),
  ...rows('system', {
    '': 'admin',
    demoAccountSet: 'admin',
    apiKey: 'admin',
    notices: 'admin',
    auditLog: 'admin',
    jobs: 'admin',
    mail: 'admin',
    texts: 'admin',
    addresses: 'admin',
    mapKey: 'admin',
    nbPlatforms: 'admin',
    streetMaps: 'admin',
    rates: 'admin',
    health: 'admin',
  }),
  ...rows('help', { '': 'everybody', app: 'everybody', interface: 'everybody', pc: 'everybody' }),
}

function rows(area: string, table: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(table).map(([name, who]) => [
      `/index/${area}${name && `/${name}`}`,
      who.split(' ') as (RoleName | 'counted' | 'everybody')[],
    ]),
  )
}

/** What the product itself has of these areas. */
interface Screens {
  screens: readonly { path: string; parts?: Record<string, unknown> }[]
  pathAbove: (path: string) => string
}
// Named by a variable: the types of the web's screens are those of a page, not of a test.
const routeTable = '../packages/web/src/shell/screens.ts'
const { screens, pathAbove } = (await import(routeTable)) as Screens
interface Access {
  guard: (
    to: { path: string; isKnown: boolean },
    user: { permissions: readonly Permission[] },
    home: () => string,
  ) => string | null
}
const access = '../packages/web/src/shell/access.ts'
const { guard } = (await import(access)) as Access
interface Menu {
  menuOf: (held: readonly Permission[]) => readonly { entries: readonly { path: string }[] }[]
}
const menu = '../packages/web/src/shell/menu/menu.ts'
const { menuOf } = (await import(menu)) as Menu
const paths = screens
  .filter(({ path }) => /^\/index\/(agent|device|system|help)\//.test(path))
  .flatMap(({ path, parts }) => {
    const above = pathAbove(path)
    return parts ? [above, ...Object.keys(parts).map((part) => `${above}/${part}`)] : [path]
  })

test('the table has every route of these areas, and no other', () => {
  expect(Object.keys(opens).toSorted()).toEqual(paths.toSorted())
})

const callers: { role: RoleName; name: RoleName | 'counted'; count?: number }[] = [
  ...roleIds.map((id) => ({ role: roleNames[id], name: roleNames[id] })),
  { role: 'agent', name: 'counted', count: 5 },
]

function isOpen(path: string, { name }: (typeof callers)[number]): boolean {
  const by = opens[path] ?? []
  return by.includes('everybody') || by.includes(name) || (name === 'counted' && by.includes('agent'))
}

/** Each screen that somebody may not open is tried by one of those, another one each. */
function trierOf(path: string, at: number) {
  const without = callers.filter((caller) => !isOpen(path, caller))
  return without[at % without.length]
}

test.each(callers)('the guard lets $name in as the table has it, and nowhere else', (caller) => {
  const permissions = permissionsOf(roles[caller.role], { hasImportCount: caller.count !== undefined })
  for (const path of paths) {
    const to = guard({ path, isKnown: true }, { permissions }, () => '/')
    expect(to, path).toBe(isOpen(path, caller) ? null : '/notFound')
  }
})

const { url } = inject('server')
let browser: Browser
let admin: Client

beforeAll(async () => {
  browser = await launchBrowser()
  admin = await signInAsAdmin(url)
})
afterAll(() => closeBrowser(browser))

interface Seen {
  path: string
  /** The text of its heading; null: it led to /notFound. */
  heading: string | null
  /** What is lit in the menu: the entry of the screen, or its section where that has no other. */
  lit: string | null
}

/** In the page: goes to each path as a link does, waits for what comes of it, and leaves again. */
async function visit(paths: string[]): Promise<Seen[]> {
  const until = (isDone: () => boolean) =>
    new Promise<void>((resolve) => {
      const poll = () => (isDone() ? resolve() : void requestAnimationFrame(poll))
      poll()
    })
  const go = (path: string) => history.pushState(null, '', path)
  const isAway = () => location.pathname === '/notFound' && !document.querySelector('#content')
  const heading = () => document.querySelector('#content h1')?.textContent || null
  const isLoading = () => document.querySelector('#content .ant-skeleton-active, #content .ant-spin-spinning')
  const seen: Seen[] = []
  for (const path of paths) {
    go('/notFound')
    await until(isAway)
    go(path)
    await until(() => isAway() || (heading() !== null && !isLoading()))
    const current = [...document.querySelectorAll('nav a[aria-current=page]')]
    seen.push({ path, heading: heading(), lit: current.at(-1)?.textContent ?? null })
  }
  return seen
}

describe.each(callers)('$name', (caller) => {
  const { role, name, count } = caller
  let page: Page
  let refused: string[]
  let problems: string[]
  beforeAll(async () => {
    const username = `routes-${name}`
    const parentId = admin.user.id
    const account = { parentId, username, password: accountPassword, role: roles[role] }
    const { id } = await callApi(admin, subAccountCalls.insert, account)
    if (count !== undefined) await callApi(admin, importCountCalls.add, { id, count })
    const opened = await openAs(browser, await signInByApi(url, username, accountPassword), '/index/help')
    page = opened.page
    problems = opened.problems
    refused = []
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${new URL(response.url()).pathname}`)
    })
    await page.locator('#content h1').waitFor()
  })

  test('opens what it holds, and what it does not hold is not there', async () => {
    const open = paths.filter((path) => isOpen(path, caller))
    const closed = paths.filter((path, at) => caller === trierOf(path, at))
    const seen = await page.evaluate(visit, [...open, ...closed])
    expect(seen.filter(({ heading }) => heading !== null).map(({ path }) => path)).toEqual(open)
    // The screens that are open ask for nothing that the role may not have.
    expect(refused).toEqual([])
    expect(problems).toEqual([])
  })

  test('reads Chinese where its role is a tester’s, else the language of the browser', async () => {
    const isForced = chineseRoles.includes(roles[role])
    expect(isForced).toBe(['test', 'testSearch', 'wanweiTest'].includes(role))
    expect(await page.evaluate(() => document.documentElement.lang)).toMatch(isForced ? /^zh/ : /^en/)
    await page.close()
  })
})

test('a super agent lands on the list of its accounts', async () => {
  const { page } = await openPage(browser, `${url}/login`)
  await signIn(page, 'routes-superAgent', accountPassword)
  await page.waitForURL((at) => at.pathname === '/index/agent/agentList')
  await page.close()
})

test('every screen of the menu is called what its entry is called', async () => {
  const { page } = await openAs(browser, admin, '/index/help/pc', { language: 'cn' })
  await page.locator('#content h1').waitFor()
  const entries = menuOf(permissionsOf(roles.admin)).flatMap((section) =>
    section.entries.map(({ path }) => path),
  )
  const seen = await page.evaluate(visit, entries)
  expect(seen.filter(({ heading, lit }) => heading === null || heading !== lit)).toEqual([])
  await page.close()
})
