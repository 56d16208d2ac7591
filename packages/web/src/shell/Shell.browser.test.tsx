import { RouterProvider } from '@tanstack/react-router'
import { roles } from '@trackway/core/codes/roles.ts'
import { serviceEndCalls } from '@trackway/core/features/expiry-notices/calls.ts'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseAccount } from '../base/chosen/account.ts'
import { chooseDevice } from '../base/chosen/device.ts'
import { queryClient } from '../base/queries/query-client.ts'
import { endSession, useSession } from '../base/session.ts'
import { dropToasts, showToasts } from '../features/alarms/live/recent-alarms.ts'
import { anAlarm } from '../testing/an-alarm.ts'
import { startFakeServer } from '../testing/fake-server.ts'
import { renderInApp } from '../testing/render.tsx'
import { useKeyTables } from '../ui/keys/key-tables.ts'
import { SideNav } from './bars/SideNav.tsx'
import { router } from './router.tsx'

/** The whole app at an address, with its real routes and guard. */
async function openAt(path: string, user: Parameters<typeof renderInApp>[1] = {}) {
  startFakeServer()
  const before = location.href
  onTestFinished(() => history.replaceState(null, '', before))
  history.replaceState(null, '', path)
  const screen = await renderInApp(<RouterProvider router={router} />, user)
  await router.navigate({ href: path })
  return screen
}
const at = () => router.state.location.pathname

const unfolded = <SideNav isFolded={false} onFold={() => {}} />

test('the menu leads to the screens that the role may open, and no others', async () => {
  const screen = await renderInApp(unfolded, { user: { role: roles.user } })
  const links = screen.getByRole('navigation', { name: 'Main menu' }).getByRole('link')
  await expect.element(links.first()).toBeVisible()
  const names = links.elements().map((link) => [link.textContent, link.getAttribute('href')])
  expect(names).toEqual([
    ['Monitor', '/index/home'],
    ['Replay', '/index/track'],
    ['Alarms', '/index/alarmsAll'],
    ['Places', '/index/fence'],
    ['Reports', '/index/count/countMileage'],
    ['Vehicles', '/index/tire'],
    ['Orders', '/index/order/list'],
  ])
})

test('a section has its screens beside them, with the one that is shown lit in both', async () => {
  const screen = await openAt('/index/count/countMileage?first=2026-11-01&last=2026-11-07')
  const menu = screen.getByRole('navigation', { name: 'Main menu' })
  const section = screen.getByRole('navigation', { name: 'Reports' })
  await expect.element(section.getByRole('link', { name: 'Mileage' })).toHaveAttribute('aria-current', 'page')
  await expect.element(menu.getByRole('link', { name: 'Reports' })).toHaveAttribute('aria-current', 'page')
  expect(section.getByRole('link', { name: 'Trips' }).query()).not.toBeNull()
  expect(
    screen
      .getByRole('link')
      .elements()
      .filter((link) => link.hasAttribute('aria-current')),
  ).toHaveLength(2)
  // From report to report the period stays.
  await section.getByRole('link', { name: 'Trips' }).click()
  await expect.poll(at).toBe('/index/count/CountTrackInfo')
  expect(router.state.location.search).toMatchObject({ first: '2026-11-01', last: '2026-11-07' })
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Trips' })).toBeVisible()
})

test('at 720 pixels the menu of an administrator has room, and so has the longest section', async () => {
  await page.viewport(1280, 720)
  onTestFinished(() => page.viewport(1280, 800))
  const screen = await openAt('/test/agps', { user: { role: roles.admin } })
  for (const name of ['Main menu', 'Factory']) {
    const nav = screen.getByRole('navigation', { name })
    await expect.element(nav).toBeVisible()
    expect(nav.element().scrollHeight - nav.element().clientHeight, name).toBeLessThanOrEqual(0)
  }
  expect(screen.getByRole('navigation', { name: 'Main menu' }).getByRole('link').all()).toHaveLength(10)
})

test('the menu takes the customer and the vehicle chosen along to the screens that show one', async () => {
  chooseAccount(7)
  chooseDevice('861234560010624')
  onTestFinished(() => {
    chooseAccount(undefined)
    chooseDevice(undefined)
  })
  const screen = await renderInApp(unfolded, { user: { role: roles.user } })
  const linkOf = (name: string) => screen.getByRole('link', { name, exact: true })
  await expect
    .element(linkOf('Monitor'))
    .toHaveAttribute('href', '/index/home?userId=7&terminalID=861234560010624')
  await expect.element(linkOf('Replay')).toHaveAttribute('href', '/index/track?terminalID=861234560010624')
  await expect.element(linkOf('Vehicles')).toHaveAttribute('href', '/index/tire?userId=7')
})

test('a folded menu keeps the names of its links for who cannot see them, and screens of a section lie in a strip', async () => {
  const screen = await openAt('/index/alarmsAll')
  const section = screen.getByRole('navigation', { name: 'Alarms' })
  await expect.element(section).toHaveAttribute('data-strip', 'false')
  await screen.getByRole('button', { name: 'Collapse menu' }).click()
  onTestFinished(() => screen.getByRole('button', { name: 'Expand menu' }).click())
  await expect.element(screen.getByText('Replay')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('link', { name: 'Replay' })).toBeVisible()
  await expect.element(section).toHaveAttribute('data-strip', 'true')
  await expect.element(section.getByRole('link', { name: 'Rules' })).toBeVisible()
})

test('what expires is a dot in the menu, and a banner only where it is acted on', async () => {
  const screen = await openAt('/index/alarmsAll')
  startFakeServer().answer(serviceEndCalls.news, {
    time: 1,
    list: [{ what: 'device', days: 7, count: 3, name: 'Van 1', endTime: 1_795_000_000_000 }],
  })
  await queryClient.invalidateQueries()
  const dot = screen.getByRole('img', { name: 'Expiring devices or failed renewals' })
  await expect.element(dot).toBeVisible()
  await expect.element(screen.getByTestId('tw-service-ends')).not.toBeVisible()
  await router.navigate({ href: '/index/device/deviceList' })
  await expect.element(screen.getByTestId('tw-service-ends')).toBeVisible()
})

test('g and a letter open a section, a screen’s own keys aside, and ? shows all that there are', async () => {
  const screen = await openAt('/index/alarmsAll')
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Alarms' })).toBeVisible()
  await userEvent.keyboard('gr')
  await expect.poll(at).toBe('/index/track')
  await userEvent.keyboard('gs')
  await expect.poll(at).toMatch(/^\/index\/count\//)
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Mileage' })).toBeVisible()
  await userEvent.keyboard('?')
  // Not by its name: in tests all parts of the library have one id.
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByRole('table', { name: 'Every screen' })).toHaveTextContent(/GVVehicles/)
  await expect.element(dialog.getByRole('table', { name: 'This screen' })).not.toBeInTheDocument()
  await userEvent.keyboard('gr{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(at()).toMatch(/^\/index\/count\//)
})

test('? on the monitor has its keys and those of every screen', async () => {
  const screen = await openAt('/index/home')
  await expect.poll(() => useKeyTables.getState().screen?.texts).toBe('locations.keys')
  await userEvent.keyboard('?')
  const dialog = screen.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect
    .element(dialog.getByRole('table', { name: 'This screen' }))
    .toHaveTextContent('Follow the vehicle')
  await expect.element(dialog.getByRole('table', { name: 'Every screen' })).toHaveTextContent('Reports')
})

test('a path that the role may not open leads to the page that does not say so', async () => {
  const screen = await openAt('/index/device/deviceList', { user: { role: roles.user } })
  await expect.poll(at).toBe('/notFound')
  await expect.element(screen.getByRole('link', { name: 'Back to home' })).toBeVisible()
})

test('without a session a link leads to signing in, which keeps where it led', async () => {
  await openAt('/notFound')
  useSession.setState({ token: null, user: null, endedBy: null })
  await router.navigate({ href: '/index/track?terminalID=861234560010624' })
  expect(at()).toBe('/login')
  expect(router.state.location.search).toEqual({ next: '/index/track?terminalID=861234560010624' })
})

test('a session that ran out leads to signing in, which says why', async () => {
  const screen = await openAt('/index', { user: { role: roles.superAgent } })
  endSession('expired')
  await router.invalidate()
  await expect.poll(at).toBe('/login')
  await expect.element(screen.getByText('Your session has expired')).toBeVisible()
})

test('the account’s menu opens the password, which closes with the page it was opened on', async () => {
  const screen = await openAt('/index', { user: { role: roles.superAgent, nickname: 'Ann' } })
  await screen.getByRole('button', { name: /Ann/ }).click()
  await screen.getByText('Change password').click()
  await expect.element(screen.getByLabelText('Current password')).toHaveFocus()
  await router.navigate({ href: '/notFound' })
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test('a password that is not changed gives the keyboard back to the account’s menu', async () => {
  const screen = await openAt('/index', { user: { role: roles.superAgent, nickname: 'Ann' } })
  const menu = screen.getByRole('button', { name: /Ann/ })
  ;(menu.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await screen.getByText('Change password').click()
  await expect.element(screen.getByLabelText('Current password')).toHaveFocus()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(menu).toHaveFocus()
  expect(at()).toBe('/index/agent/agentList')
})

test('on a phone the bar has the places used on the move, and everything else is below Me', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 800))
  const screen = await openAt('/index', { user: { role: roles.superAgent } })
  await screen.getByRole('button', { name: 'Me' }).click()
  const sheet = screen.getByRole('dialog')
  await expect.element(sheet.getByText('boss', { exact: true })).toBeVisible()
  await sheet.getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => useSession.getState().user).toBeNull()
})

test.each([
  [390, 844],
  [820, 1180],
  [1280, 720],
  [1440, 900],
])('the notice of an alarm covers nothing that one acts on at %i by %i', async (width, height) => {
  await page.viewport(width, height)
  onTestFinished(async () => {
    dropToasts()
    await page.viewport(1280, 800)
  })
  // On a phone it lies on the map of the monitor, which is not drawn here without a server.
  const paths = ['/index/device/deviceList', ...(width < 768 ? [] : ['/index/home'])]
  for (const path of paths) {
    const screen = await openAt(path)
    showToasts(Array.from({ length: 12 }, (_, at) => anAlarm(at + 1)))
    const notice = screen.getByRole('region', { name: 'New alarms' })
    await expect.element(notice.getByRole('link', { name: '11 more' })).toBeVisible()
    const covered = () => {
      const box = notice.element().getBoundingClientRect()
      return [...document.querySelectorAll('a, button, input, [role=option], tr')]
        .filter((each) => !notice.element().contains(each) && each.checkVisibility())
        .filter((each) => {
          const { left, right, top, bottom } = each.getBoundingClientRect()
          return left < box.right && right > box.left && top < box.bottom && bottom > box.top
        })
        .map((each) => each.textContent || each.getAttribute('aria-label'))
    }
    await expect.poll(covered).toEqual([])
    dropToasts()
    screen.unmount()
  }
})
