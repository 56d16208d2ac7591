import { expect, onTestFinished, test, vi } from 'vitest'
import { anAlarm } from '../../../testing/an-alarm.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { AlarmBell } from './AlarmBell.tsx'
import { useTitleCount } from './AlarmWatch.tsx'
import { useAlarmSound } from './alarm-sound.ts'
import { enableNotices, showNotice, useNotices } from './desktop-notice.ts'
import { noRecentAlarms, useRecentAlarms } from './recent-alarms.ts'

function WithCount({ count }: { count: number }) {
  useTitleCount(count)
  return null
}

/** Sets the recent alarms of the page; undone after the test. */
function setAlarms(parts: Partial<ReturnType<typeof useRecentAlarms.getState>>) {
  onTestFinished(() => useRecentAlarms.setState(noRecentAlarms))
  useRecentAlarms.setState(parts)
}

test('the bell says how many are unread, and opens the newest', async () => {
  const { startTime } = anAlarm(1)
  setAlarms({
    unread: 120,
    latest: [
      anAlarm(2, { count: 4, readTime: 5, state: 'resolved', endTime: Date.now() - 5 * 60_000 }),
      anAlarm(1, { endTime: startTime }),
    ],
  })
  const screen = await renderInApp(<AlarmBell />)
  const badge = screen.getByRole('img', { name: '120 unread alarms' })
  await expect.element(badge).toHaveAttribute('data-count', '99+')
  await screen.getByRole('button', { name: 'Latest alarms' }).click()
  const sheet = screen.getByRole('dialog')
  const line = sheet.getByRole('link', { name: /Van 2/ })
  await expect.element(line).toHaveTextContent('Van 25 min agoSOS × 4Resolved · 14 Dock Rd')
  await expect.element(line).toHaveAttribute('href', expect.stringMatching(/alarm=2/))
  await expect.element(sheet.getByRole('link', { name: /Van 1/ })).toHaveAttribute('data-unread', 'true')
  useRecentAlarms.setState({ latest: [], unread: 0 })
  await expect.element(sheet.getByRole('heading', { name: 'No alarms' })).toBeVisible()
  await expect.element(screen.getByRole('img', { name: /unread/ })).not.toBeInTheDocument()
})

test('who may not see alarms has no bell', async () => {
  setAlarms({ unread: 3 })
  const screen = await renderInApp(
    <>
      <AlarmBell />
      <p>here</p>
    </>,
    { user: { permissions: ['main:track'] } },
  )
  await expect.element(screen.getByText('here')).toBeVisible()
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
})

/** A browser whose user answers the permission prompt so. */
function stubNotices(answer: NotificationPermission, before: NotificationPermission = 'default') {
  const shown: { title: string; options: NotificationOptions; onclick?: () => void; close(): void }[] = []
  const requestPermission = vi.fn(async () => {
    Notices.permission = answer
    return answer
  })
  class Notices {
    static permission = before
    static requestPermission = requestPermission
    close = vi.fn()
    constructor(title: string, options: NotificationOptions) {
      shown.push(Object.assign(this, { title, options }))
    }
  }
  vi.stubGlobal('Notification', Notices)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    useNotices.setState({ state: 'default', isOn: false })
  })
  return { shown, requestPermission }
}

test('sound and notices are switched where the alarms are; a user who denies permission reads what to do', async () => {
  const { requestPermission } = stubNotices('denied')
  setAlarms({ latest: [] })
  onTestFinished(() => useAlarmSound.setState({ isOn: true }))
  const screen = await renderInApp(<AlarmBell />)
  await screen.getByRole('button', { name: 'Latest alarms' }).click()
  const sound = screen.getByRole('switch', { name: 'Alarm sound' })
  await expect.element(sound).toBeChecked()
  await sound.click()
  expect(useAlarmSound.getState().isOn).toBe(false)
  const notices = screen.getByRole('switch', { name: 'Desktop notifications' })
  await notices.click()
  await expect.element(screen.getByText(/^Notifications are blocked/).first()).toBeVisible()
  await expect.element(notices).not.toBeChecked()
  expect(requestPermission).toHaveBeenCalledTimes(1)
  useNotices.setState({ state: 'missing' })
  await expect.element(notices).toBeDisabled()
})

test('a notice is shown where enabled while the page is not in focus, and opens its alarm', async () => {
  const { shown, requestPermission } = stubNotices('granted')
  const notice = { title: 'Van 1: SOS', text: '16:01', tag: 'trackway-alarm', onClick: vi.fn() }
  const away = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  onTestFinished(() => away.mockRestore())
  showNotice(notice)
  expect(shown).toEqual([])
  expect(await enableNotices(true)).toBe('granted')
  away.mockReturnValue(true)
  showNotice(notice)
  expect(shown).toEqual([])
  away.mockReturnValue(false)
  showNotice(notice)
  expect(shown).toMatchObject([{ title: 'Van 1: SOS', options: { body: '16:01', tag: 'trackway-alarm' } }])
  shown[0]!.onclick?.()
  expect(notice.onClick).toHaveBeenCalledTimes(1)
  // The permission is requested once only, and switched off nothing is shown.
  expect(await enableNotices(true)).toBe('granted')
  await enableNotices(false)
  showNotice(notice)
  expect(shown).toHaveLength(1)
  expect(requestPermission).toHaveBeenCalledTimes(1)
})

test('the number of unread alarms is before the title, whichever screen sets it, and go with them', async () => {
  const before = document.title
  onTestFinished(() => {
    document.title = before
  })
  document.title = 'Monitor'
  const first = await renderInApp(<WithCount count={3} />)
  await expect.poll(() => document.title).toBe('(3) Monitor')
  document.title = 'Replay'
  await expect.poll(() => document.title).toBe('(3) Replay')
  await first.unmount()
  expect(document.title).toBe('Replay')
  const many = await renderInApp(<WithCount count={120} />)
  await expect.poll(() => document.title).toBe('(99+) Replay')
  await many.unmount()
  const none = await renderInApp(<WithCount count={0} />)
  expect(document.title).toBe('Replay')
  await none.unmount()
})
