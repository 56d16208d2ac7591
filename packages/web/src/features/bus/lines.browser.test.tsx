import { type BusLine, type BusLineRow, busCalls } from '@trackway/core/features/bus/calls.ts'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { BusLinesScreen } from './BusLinesScreen.tsx'
import { LinksTab } from './LinksTab.tsx'
import { TimetableTab } from './timetable/TimetableTab.tsx'

const line: BusLine = {
  id: 4,
  userId: 1,
  username: 'boss',
  timeZone: 'Europe/Vienna',
  name: '12',
  direction: 'outbound',
  colour: '#0080ff',
  offRouteM: null,
  offRoutePoints: 3,
  offRouteS: 60,
  terminalIDs: [],
  timetable: [],
  lengthM: 3_000,
  createTime: 0,
  changeTime: 0,
  shape: [],
  stops: ['Harbour', 'Market', 'Depot'].map((name, at) => ({
    id: at + 1,
    name,
    lat: 48.2,
    lon: 16.3 + at / 100,
    radiusM: 30,
    alongM: at * 1_500,
  })),
}
const row: BusLineRow = {
  id: 4,
  userId: 1,
  username: 'boss',
  name: '12',
  direction: 'outbound',
  colour: '#0080ff',
  lengthM: 3_000,
  stops: 3,
  firstStop: 'Harbour',
  lastStop: 'Depot',
  departures: 40,
  vehicles: 2,
  driving: 1,
  changeTime: 0,
}

async function openTimetable(more: Partial<BusLine> = {}, user: object = {}) {
  const server = startFakeServer()
  server.answer(busCalls.edit, {})
  const screen = await renderInApp(<TimetableTab line={{ ...line, ...more }} />, { user })
  return { server, screen, save: screen.getByRole('button', { name: 'Save' }) }
}

test('departures every so many minutes and pasted ones go out in order, each once', async () => {
  const { server, screen, save } = await openTimetable()
  await expect.element(screen.getByRole('note', { name: 'Nothing has changed.' })).toBeVisible()
  await screen.getByRole('button', { name: 'Add departures' }).click()
  await screen.getByLabelText('First', { exact: true }).fill('06:00')
  await screen.getByLabelText('Last', { exact: true }).fill('07:00')
  await screen.getByLabelText('Every', { exact: true }).fill('30')
  await screen.getByRole('button', { name: 'Add', exact: true }).click()
  await screen.getByLabelText('Or paste times').fill('05:45 06:30 24:30')
  await screen.getByRole('button', { name: 'Add 3 times' }).click()
  await save.click()
  await expect.poll(() => server.sent(busCalls.edit).length).toBe(1)
  expect(server.sent(busCalls.edit)[0]).toEqual({
    id: 4,
    timetable: [
      { days: [1, 2, 3, 4, 5, 6, 7], offsetsMin: [0, 5, 10], departures: [345, 360, 390, 420, 1_470] },
    ],
  })
})

test('what is no time is named, and first after last adds nothing', async () => {
  const { screen } = await openTimetable()
  await screen.getByRole('button', { name: 'Add departures' }).click()
  await screen.getByLabelText('Or paste times').fill('06:00 6.70')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Not a time: 6.70')
  await screen.getByLabelText('First', { exact: true }).fill('23:00')
  await expect.element(screen.getByRole('button', { name: 'Add', exact: true })).toBeDisabled()
})

test('a later stop moves along with the minutes of the one ahead', async () => {
  const timetable = [{ days: [1], offsetsMin: [0, 5, 10], departures: [360] }]
  const { screen } = await openTimetable({ timetable })
  const minutes = (name: string) => screen.getByLabelText(`Minutes from the first stop to ${name}`)
  await minutes('Market').fill('8')
  await userEvent.tab()
  await expect.element(minutes('Depot')).toHaveValue('13')
  await expect.element(screen.getByRole('row', { name: /Depot/ })).toHaveTextContent('06:13')
})

test('a refusal says what does not fit, and nothing is lost', async () => {
  const { server, screen, save } = await openTimetable()
  server.refuse(busCalls.edit, 'notFound')
  await screen.getByRole('button', { name: 'Add departures' }).click()
  await save.click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Not found. It may have been deleted.')
  await expect.element(save).toBeEnabled()
})

test('departures are valid within days, and days of them are otherwise', async () => {
  const dates = { from: '2026-12-01', until: '2026-12-24', exceptDates: ['2026-12-08'] }
  const timetable = [{ days: [2], ...dates, offsetsMin: [0, 5, 10], departures: [360] }]
  const { server, screen, save } = await openTimetable({ timetable })
  await expect.element(screen.getByLabelText('Valid from')).toHaveValue('1 Dec 2026')
  await expect.element(screen.getByText('8 Dec 2026')).toBeVisible()
  await screen.getByLabelText('Valid until').fill('31 Dec 2026')
  await userEvent.keyboard('{Enter}')
  await save.click()
  await expect
    .poll(() => server.sent(busCalls.edit)[0]?.timetable)
    .toEqual([{ ...timetable[0], until: '2026-12-31' }])
})

test('a line without stops has no timetable yet, and the demo account saves none', async () => {
  const { screen } = await openTimetable({ stops: [] })
  await expect.element(screen.getByRole('heading', { name: 'Set stops first' })).toBeVisible()
  await screen.unmount()
  const demo = await openTimetable({}, { isDemo: true })
  await demo.screen.getByRole('button', { name: 'Add departures' }).click()
  await expect.element(demo.save).toBeDisabled()
})

test('lines are listed with their ends, and one is deleted after a question', async () => {
  const server = startFakeServer()
  server.answer(busCalls.list, { list: [row], total: 1 })
  server.answer(busCalls.delete, {})
  const screen = await renderInApp(<BusLinesScreen />)
  await expect.element(screen.getByRole('row', { name: /Harbour.*Depot/ })).toBeVisible()
  await screen.getByRole('button', { name: 'Delete 12' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Delete line' }).click()
  await expect.element(screen.getByText('12 deleted')).toBeVisible()
  expect(server.sent(busCalls.delete)).toEqual([{ id: 4 }])
})

test('a file that is no feed is refused in words, and lines of one are sent as chosen', async () => {
  const server = startFakeServer()
  server.answer(busCalls.list, { list: [], total: 0 })
  server.refuse(busCalls.addMany, 'tooManyBusLines')
  const screen = await renderInApp(<BusLinesScreen />)
  await screen.getByRole('button', { name: 'Import GTFS' }).click()
  const dialog = screen.getByRole('dialog')
  const input = () => document.querySelector<HTMLInputElement>('input[type=file]')!
  await expect.element(dialog.getByText(/^Drop a GTFS/)).toBeVisible()
  await userEvent.upload(input(), new File(['nothing'], 'notes.txt'))
  await expect.element(dialog.getByText(/^No GTFS files found/)).toBeVisible()
  const stops = 'stop_id,stop_name,stop_lat,stop_lon\na,Harbour,48.2,16.3\nb,Depot,48.2,16.35\n'
  await userEvent.upload(input(), [
    new File([stops], 'stops.txt'),
    new File(['route_id,route_short_name,route_type\nr,12,3\n'], 'routes.txt'),
    new File(['route_id,service_id,trip_id\nr,s,t\n'], 'trips.txt'),
    new File(
      [
        'trip_id,arrival_time,departure_time,stop_id,stop_sequence\nt,06:00:00,06:00:00,a,1\nt,06:10:00,06:10:00,b,2\n',
      ],
      'stop_times.txt',
    ),
    new File(
      [
        'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n' +
          's,1,1,1,1,1,0,0,20000101,20991231\n',
      ],
      'calendar.txt',
    ),
  ])
  await expect.element(dialog.getByText('1 line found')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add 1 line' }).click()
  await expect.element(dialog.getByText(/^An account can have 1,000 bus lines/)).toBeVisible()
  const [{ lines }] = server.sent(busCalls.addMany) as [{ lines: BusLine[] }]
  expect(lines[0]).toMatchObject({ name: '12', stops: [{ name: 'Harbour' }, { name: 'Depot' }] })
  expect(lines[0]!.timetable[0]).toMatchObject({
    days: [1, 2, 3, 4, 5],
    until: '2099-12-31',
    departures: [360],
  })
})

test('a public link is shown once, and valid ones can be ended', async () => {
  const server = startFakeServer()
  server.answer(busCalls.shares, { list: [], total: 0 })
  server.answer(busCalls.share, { path: '/busLine/abc', expireTime: Date.now() + 86_400_000 } as never)
  const screen = await renderInApp(<LinksTab line={line} />)
  await screen.getByLabelText('Expires after (days)').fill('7')
  await screen.getByRole('button', { name: 'Create link' }).click()
  await expect.element(screen.getByText(new URL('/busLine/abc', location.origin).href)).toBeVisible()
  expect(server.sent(busCalls.share)).toEqual([{ id: 4, days: 7 }])
})
