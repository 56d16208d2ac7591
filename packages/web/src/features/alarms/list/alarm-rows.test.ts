import { expect, onTestFinished, test, vi } from 'vitest'
import { anAlarm } from '../../../testing/an-alarm.ts'
import { AlarmRows, alarmsPerPage } from './alarm-rows.ts'

const count = alarmsPerPage * 2 + 30
/** A server whose alarms begin two at a time. */
const all = Array.from({ length: count }, (_, at) =>
  anAlarm(count - at, { startTime: 1_000 * Math.floor((count - at) / 2), sequence: 1 }),
)
const idsOf = (rows: AlarmRows) => rows.getView().rows.map(({ id }) => id)

function rowsOf(found = () => all) {
  return new AlarmRows(async ({ to = Number.POSITIVE_INFINITY, pageNum, pageSize }) => {
    const list = found().filter(({ startTime }) => startTime < to)
    return {
      list: list.slice((pageNum - 1) * pageSize, pageNum * pageSize),
      total: list.length,
      isMore: false,
    }
  })
}

test('reads on to the end, each alarm once', async () => {
  const rows = rowsOf()
  await rows.refresh()
  expect(rows.getView()).toMatchObject({ total: count, isWhole: false })
  while (!rows.getView().isWhole) await rows.more()
  expect(idsOf(rows)).toEqual(all.map(({ id }) => id))
})

test('alarms of one instant that fill more than a page do not hold it up', async () => {
  const same = all.map((alarm) => ({ ...alarm, startTime: 5_000 }))
  const rows = rowsOf(() => same)
  await rows.refresh()
  while (!rows.getView().isWhole) await rows.more()
  expect(idsOf(rows)).toHaveLength(count)
})

test('what the filter finds no longer stays where it is, and others that go on skip nothing', async () => {
  let found = all
  const rows = rowsOf(() => found)
  await rows.refresh()
  found = all.slice(40)
  await rows.refresh()
  expect(rows.getView()).toMatchObject({ total: count - 40 })
  while (!rows.getView().isWhole) await rows.more()
  expect(idsOf(rows)).toEqual(all.map(({ id }) => id))
})

test('after many came at once it begins anew', async () => {
  const newer = Array.from({ length: 150 }, (_, at) => anAlarm(1_000 - at, { startTime: 9e12 - at }))
  let found = all
  const rows = rowsOf(() => found)
  await rows.refresh()
  found = [...newer, ...all]
  await rows.refresh()
  expect(idsOf(rows)).toEqual(found.slice(0, alarmsPerPage).map(({ id }) => id))
})

test('an older word about an alarm does not undo a newer', async () => {
  vi.useFakeTimers()
  const rows = rowsOf()
  await rows.refresh()
  const [first] = all as [(typeof all)[0]]
  rows.take([{ ...first, state: 'resolved', sequence: 9 }])
  rows.take([{ ...first, state: 'acknowledged', sequence: 8 }])
  expect(rows.getView().rows[0]).toMatchObject({ state: 'resolved' })
  rows.close()
  vi.useRealTimers()
})

test('what was just done shows at once, on the alarms that are meant alone', async () => {
  const rows = rowsOf()
  await rows.refresh()
  const listener = vi.fn()
  const end = rows.subscribe(listener)
  rows.patch((id) => id === count || id === count - 2, { state: 'resolved', note: 'Called' })
  expect(
    rows
      .getView()
      .rows.slice(0, 4)
      .map(({ state }) => state),
  ).toEqual(['resolved', 'new', 'resolved', 'new'])
  expect(listener).toHaveBeenCalledTimes(1)
  end()
  rows.patch(() => true, { state: 'new' })
  expect(listener).toHaveBeenCalledTimes(1)
})

test('a first page that fails says why; once alarms are there, a failure takes nothing away', async () => {
  let fails: unknown = new Error('away')
  const rows = rowsOf(() => {
    if (fails) throw fails
    return all
  })
  await rows.refresh()
  expect(rows.getView()).toMatchObject({ error: fails, rows: [] })
  fails = null
  await rows.refresh()
  expect(rows.getView()).toMatchObject({ error: null, total: count })
  fails = new Error('again')
  await rows.refresh()
  await rows.more()
  expect(rows.getView()).toMatchObject({ error: null, total: count })
  fails = null
  await rows.more()
  expect(idsOf(rows).length).toBeGreaterThan(alarmsPerPage)
})

test('the list is requested again every two seconds at most, and not when it is closed', async () => {
  vi.useFakeTimers({ now: 1_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  const found = vi.fn(() => all)
  const rows = rowsOf(found)
  await rows.refresh()
  for (let at = 0; at < 10; at++) {
    rows.take([anAlarm(5_000 + at)])
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(found).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(found).toHaveBeenCalledTimes(2)
  rows.take([anAlarm(6_000)])
  rows.close()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(found).toHaveBeenCalledTimes(2)
})

test('the gravest first, it reads on through one severity after the other, each alarm once', async () => {
  const severities = ['critical', 'warning', 'notice'] as const
  const mixed = all.map((alarm, at) => ({ ...alarm, severity: severities[at % 3]! }))
  const byGravity = severities.flatMap((one) => mixed.filter(({ severity }) => severity === one))
  const rows = new AlarmRows(
    async ({ gravestFirst, severity, to = Number.POSITIVE_INFINITY, pageNum, pageSize }) => {
      const found = (gravestFirst ? byGravity : mixed).filter(
        (alarm) => (severity === undefined || alarm.severity === severity) && alarm.startTime < to,
      )
      return {
        list: found.slice((pageNum - 1) * pageSize, pageNum * pageSize),
        total: found.length,
        isMore: false,
      }
    },
    { isGravestFirst: true },
  )
  await rows.refresh()
  while (!rows.getView().isWhole) await rows.more()
  expect(idsOf(rows)).toEqual(byGravity.map(({ id }) => id))
})
