import { alarms } from '@trackway/core/codes/alarms.ts'
import { type AlarmEpisode, alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { anAlarm } from '../../testing/an-alarm.ts'
import { Box } from '../../testing/Box.tsx'
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { AlarmsScreen } from './AlarmsScreen.tsx'
import { takeChanges } from './live/recent-alarms.ts'

/** A server with these alarms, newest first. */
function serve(list: AlarmEpisode[], more: { total?: number; isMore?: boolean } = {}): FakeServer {
  const server = startFakeServer()
  const found = () => [...list].sort((a, b) => b.startTime - a.startTime)
  server.answer(alarmCalls.find, ({ to, state, pageSize = 15, terminalIDs }) => {
    const rows = found().filter(
      (alarm) =>
        (to === undefined || alarm.startTime < Number(to)) &&
        (state === undefined || alarm.state === state) &&
        // Earlier ones of the same vehicle are of no account here.
        terminalIDs === undefined,
    )
    return { list: rows.slice(0, pageSize), total: rows.length, isMore: false, ...more }
  })
  server.answer(alarmCalls.count, { counts: { unread: 3, sos: 1, all: 10_001 } })
  server.answer(alarmCalls.get, ({ id }) => ({
    alarm: list.find((alarm) => alarm.id === id)!,
    history: [],
    mutedUntil: null,
    mutedUntilMoved: false,
  }))
  server.answer(alarmCalls.handle, ({ ids = [], action }) => {
    // The next request returns the alarms as handled.
    if (action === 'acknowledge')
      for (const alarm of list) if (ids.includes(alarm.id)) alarm.state = 'acknowledged'
    return { done: ids.length || 3, failed: [], undoId: 7 }
  })
  server.answer(alarmCalls.undo, { done: 3 })
  return server
}
/** As high as a window: only rows on the screen exist. */
const open = (url = '/', user = {}) =>
  renderInApp(
    <Box height={700}>
      <AlarmsScreen isAll />
    </Box>,
    { url, user },
  )
const handled = (server: FakeServer) =>
  server.sent(alarmCalls.handle).filter(({ action }) => action !== 'read')
const three = () => [anAlarm(1), anAlarm(2), anAlarm(3)]

test('an alarm says what, how often, when, where and whose it is', async () => {
  const { startTime } = anAlarm(1)
  serve([
    anAlarm(1, {
      code: alarms.vibration,
      count: 14,
      endTime: startTime + 29 * 60_000,
      severity: 'notice',
      state: 'acknowledged',
      assignee: 'ann',
    }),
  ])
  const screen = await open()
  const row = screen.getByRole('option', { name: /Van 1/ })
  for (const text of [
    'Vibration × 14',
    '16:01–16:30',
    '29 min',
    '14 Dock Rd',
    'Boss Logistics',
    'ann',
    'Acknowledged',
  ])
    await expect.element(row).toHaveTextContent(text)
  await expect.element(row.getByRole('img', { name: 'Notice' })).toBeVisible()
})

test('views say how many they hold; one sets its filter and drops that of another', async () => {
  const server = serve(three())
  const screen = await open('/?view=sos&search=Van')
  await expect.poll(() => server.sent(alarmCalls.find)[0]).toMatchObject({ codes: [0], search: 'Van' })
  const views = screen.getByRole('navigation', { name: 'Views' })
  await expect.element(views.getByRole('button', { name: 'All 10,000+' })).toBeVisible()
  await views.getByRole('button', { name: 'Unread 3' }).click()
  await expect.poll(() => server.sent(alarmCalls.find).at(-1)).toMatchObject({ isRead: false, search: 'Van' })
  expect(server.sent(alarmCalls.find).at(-1)).not.toHaveProperty('codes')
})

test('more than are counted are shown as more', async () => {
  serve(three(), { total: 10_000, isMore: true })
  const screen = await open()
  await expect.element(screen.getByTestId('tw-alarm-total')).toHaveTextContent('1–3 of more than 10,000')
})

test('J and K go through the alarms, A acknowledges, R resolves the one that is looked at', async () => {
  const server = serve(three())
  const screen = await open()
  await expect.element(screen.getByRole('option', { name: /Van 3/ })).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(screen.getByRole('option', { name: /Van 3/ })).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('jjk')
  await expect.element(screen.getByRole('option', { name: /Van 2/ })).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('a')
  await expect.poll(() => handled(server)).toEqual([{ ids: [2], action: 'acknowledge' }])
  await expect.element(screen.getByRole('option', { name: /Van 2/ })).toHaveTextContent('Acknowledged')
  await userEvent.keyboard('r')
  await expect.poll(() => handled(server).at(-1)).toEqual({ ids: [2], action: 'resolve' })
})

test('X selects, Shift+X up to here, and A acknowledges all of them', async () => {
  const server = serve(three())
  const screen = await open()
  await expect.element(screen.getByRole('option', { name: /Van 3/ })).toBeVisible()
  await userEvent.keyboard('jxjj')
  await userEvent.keyboard('{Shift>}X{/Shift}')
  await expect.element(screen.getByText('3 selected')).toBeVisible()
  await userEvent.keyboard('a')
  await expect.poll(() => handled(server).map(({ ids }) => [...(ids ?? [])].sort())).toEqual([[1, 2, 3]])
})

test('? says what the keys do', async () => {
  serve(three())
  const screen = await open()
  await expect.element(screen.getByRole('option', { name: /Van 3/ })).toBeVisible()
  await userEvent.keyboard('?')
  await expect.element(screen.getByRole('dialog').getByText('Mute for this vehicle')).toBeVisible()
})

test('M asks for how long the vehicle is muted', async () => {
  serve(three())
  const screen = await open()
  await expect.element(screen.getByRole('option', { name: /Van 3/ })).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(screen.getByRole('button', { name: 'Mute' })).toBeVisible()
  await userEvent.keyboard('m')
  await expect.element(screen.getByRole('menuitem', { name: '8 hours' })).toBeVisible()
})

test('all that the filter finds are acknowledged at once, and it can be taken back', async () => {
  const server = serve(three())
  const screen = await open('/?view=sos')
  await screen.getByRole('button', { name: 'Acknowledge all 3…' }).click()
  expect(handled(server)).toEqual([])
  await screen.getByRole('dialog').getByRole('button', { name: 'Acknowledge 3' }).click()
  await expect
    .poll(() => handled(server))
    .toEqual([{ filter: { codes: [0], state: 'new' }, action: 'acknowledge' }])
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => server.sent(alarmCalls.undo)).toEqual([{ undoId: 7 }])
  await expect.element(screen.getByText('3 alarms restored')).toBeVisible()
})

test('all that the filter finds are marked as read, however many', async () => {
  const server = serve(three())
  server.answer(alarmCalls.markAllRead, { done: 3 })
  const screen = await open('/?view=unread')
  await screen.getByRole('button', { name: 'Mark all as read' }).click()
  await expect.element(screen.getByText('3 alarms marked as read')).toBeVisible()
  expect(server.sent(alarmCalls.markAllRead)).toEqual([{}])
})

test('critical alarms that wait are on top of newer ones, and one click at the row acknowledges', async () => {
  const at = Date.now() - 60_000
  const server = serve([
    anAlarm(8, { severity: 'notice', startTime: at + 2 }),
    anAlarm(7, { severity: 'warning', startTime: at + 1 }),
    anAlarm(6, { startTime: at }),
  ])
  const screen = await open()
  const rows = screen.getByRole('option')
  await expect.element(rows.first()).toHaveTextContent('Van 6')
  await expect.element(rows.first()).toHaveAttribute('data-pinned', 'true')
  await rows.nth(1).hover()
  await expect.element(screen.getByRole('link', { name: 'Replay: Van 8' })).toBeVisible()
  await screen.getByRole('button', { name: 'Acknowledge: Van 8' }).click()
  await expect.poll(() => handled(server)).toEqual([{ ids: [8], action: 'acknowledge' }])
})

test('the gravest are first where that is chosen, and the address keeps it', async () => {
  const server = serve(three())
  const screen = await open('/?by=severity')
  await expect
    .poll(() => server.sent(alarmCalls.find))
    .toContainEqual(expect.objectContaining({ gravestFirst: true }))
  await expect.element(screen.getByText('Most severe first')).toBeVisible()
})

test('what another session does shows at once', async () => {
  serve(three())
  const screen = await open()
  const row = screen.getByRole('option', { name: /Van 2/ })
  await expect.element(row).toBeVisible()
  takeChanges([anAlarm(2, { state: 'resolved', assignee: 'ann', sequence: 90 })])
  await expect.element(row).toHaveTextContent('Resolved')
  takeChanges([anAlarm(2, { state: 'new', sequence: 80 })])
  await expect.element(row).toHaveTextContent('Resolved')
})

test('new alarms come without moving what one looks at, and are counted in a note', async () => {
  const list = Array.from({ length: 60 }, (_, at) => anAlarm(at + 1))
  serve(list)
  const screen = await open()
  await expect.element(screen.getByRole('option', { name: /Van 60/ })).toBeVisible()
  const rows = screen.getByTestId('tw-alarms')
  rows.element().scrollTop = 605
  const looked = screen.getByRole('option', { name: /Van 48,?/ })
  await expect.element(looked).toBeVisible()
  const top = () => looked.element().getBoundingClientRect().top
  const before = top()
  list.push(anAlarm(61), anAlarm(62))
  takeChanges([anAlarm(61), anAlarm(62)])
  await expect.element(screen.getByRole('button', { name: '2 new alarms' })).toBeVisible()
  expect(top()).toBe(before)
  await screen.getByRole('button', { name: '2 new alarms' }).click()
  await expect.element(screen.getByRole('option', { name: /Van 62/ })).toBeVisible()
})

test('whoever looks at an alarm has read it', async () => {
  const server = serve(three())
  await open('/?alarm=3')
  await expect.poll(() => server.sent(alarmCalls.handle)).toEqual([{ ids: [3], action: 'read' }])
})

test('the demo account may look and not touch', async () => {
  const server = serve(three())
  const screen = await open('/?alarm=3', { isDemo: true })
  await expect.element(screen.getByRole('button', { name: /^(check )?Acknowledge$/ })).toBeDisabled()
  await userEvent.keyboard('a')
  await expect.element(screen.getByRole('button', { name: /Acknowledge all/ })).not.toBeInTheDocument()
  expect(server.sent(alarmCalls.handle)).toEqual([])
})
