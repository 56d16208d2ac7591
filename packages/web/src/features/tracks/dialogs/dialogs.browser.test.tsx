import { episodeCalls } from '@trackway/core/features/episodes/calls.ts'
import { trackFileCalls } from '@trackway/core/features/track-files/calls.ts'
import { trackShareCalls } from '@trackway/core/features/track-shares/calls.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { aLoadedDevice, anEpisode, aReplay, noon, renderInReplay } from '../testing/replay.tsx'
import { EpisodeDialog } from './EpisodeDialog.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { MileageDialog } from './MileageDialog.tsx'
import { ShareDialog } from './ShareDialog.tsx'

const terminalID = '860000000000001'
const span = { from: noon + 0.4, to: noon + 600_000 }
const share = {
  id: 5,
  devices: 1,
  title: 'For Ann',
  from: noon,
  to: noon + 60_000,
  createTime: noon,
  expireTime: noon + 86_400_000,
  withAlarms: true,
  username: 'boss',
  views: 2,
  lastViewTime: null,
}

async function openShare(devices = [aLoadedDevice()]) {
  const server = startFakeServer()
  server.answer(trackShareCalls.shares, { list: [share], total: 1 })
  server.answer(trackShareCalls.share, {
    id: 6,
    token: 'T',
    path: '/sharedTrack/T',
    expireTime: noon + 86_400_000,
  })
  server.answer(trackShareCalls.revokeShare, {})
  const { screen } = await renderInReplay(<ShareDialog span={span} onClose={vi.fn()} />, aReplay({ devices }))
  return { server, screen, make: () => screen.getByRole('button', { name: 'Create link' }).click() }
}

test('a link is made of the part shown, to be copied from the dialog', async () => {
  const { server, screen, make } = await openShare()
  await screen.getByLabelText('Title').fill('  For Bob ')
  await screen.getByLabelText('Expires after (days)').fill('3')
  await screen.getByRole('checkbox', { name: /alarms/ }).click()
  await make()
  await expect.element(screen.getByText(`${location.origin}/sharedTrack/T`)).toBeVisible()
  expect(server.sent(trackShareCalls.share)).toEqual([
    {
      terminalIDs: [terminalID],
      from: noon,
      to: noon + 600_000,
      days: 3,
      title: 'For Bob',
      withAlarms: true,
    },
  ])
  await expect.poll(() => server.sent(trackShareCalls.shares).length).toBeGreaterThan(1) // the list has it, too
})

test('a link is made of all vehicles, unless one chooses otherwise', async () => {
  const second = aLoadedDevice({ terminalID: '860000000000002', name: 'Van 2' })
  const { server, screen, make } = await openShare([aLoadedDevice(), second])
  await expect.element(screen.getByText('Van 1, Van 2')).toBeVisible()
  const all = screen.getByRole('checkbox', { name: 'All 2 vehicles in one link' })
  await all.click()
  await expect.element(all).not.toBeChecked()
  await all.click()
  await make()
  await expect.poll(() => server.sent(trackShareCalls.share)).toHaveLength(1)
  expect(server.sent(trackShareCalls.share)[0]!.terminalIDs).toEqual([terminalID, '860000000000002'])
})

test('a link without a title has none, and shows only what is over', async () => {
  const { server, make } = await openShare()
  vi.setSystemTime(noon + 300_000)
  onTestFinished(() => void vi.useRealTimers())
  await make()
  await expect.poll(() => server.sent(trackShareCalls.share)).toHaveLength(1)
  const [sent] = server.sent(trackShareCalls.share)
  expect(sent).not.toHaveProperty('title')
  expect(sent!.to).toBeLessThan(noon + 300_000)
})

test('why no link was made is shown', async () => {
  const { server, screen, make } = await openShare()
  server.refuse(trackShareCalls.share, 'tooManyShares')
  await make()
  await expect.element(screen.getByRole('alert')).toBeVisible()
})

test('a link made before is ended by its own button', async () => {
  const { server, screen } = await openShare()
  await expect.element(screen.getByText('For Ann')).toBeVisible()
  await screen.getByRole('button', { name: /^Revoke/ }).click()
  await expect.poll(() => server.sent(trackShareCalls.revokeShare)).toEqual([{ id: 5 }])
})

test('a file is requested in the format chosen, and a refusal keeps the dialog', async () => {
  const server = startFakeServer()
  server.refuse(trackFileCalls.export, 'rangeTooLong')
  const onClose = vi.fn()
  const { screen } = await renderInReplay(<ExportDialog span={span} onClose={onClose} />)
  await expect.element(screen.getByText('Excel workbook')).toBeVisible()
  await screen.getByText('GPX').click()
  await expect.element(screen.getByText(/Track for navigation devices/)).toBeVisible()
  await screen.getByRole('checkbox').click()
  await screen.getByRole('button', { name: 'Save the file' }).click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  expect(server.sent(trackFileCalls.export)).toEqual([
    { terminalID, from: noon, to: noon + 600_000, format: 'gpx', withHidden: true },
  ])
  expect(onClose).not.toHaveBeenCalled()
})

const explained = {
  borders: [{ time: noon, reason: 'speed', value: 8, threshold: 6, unit: 'kmh' }],
  ignitionWire: 'alwaysOff',
  mileage: {
    distanceM: 12_300,
    gpsM: 12_400,
    odometerM: null,
    source: 'gps',
    intervalMs: 30_000,
    gapShare: 0.04,
  },
  leftOut: [{ reason: 'jump', from: noon + 60_000, to: noon + 120_000, points: 3, metres: 9_000 }],
  isTruncated: false,
}

test('why a trip began is explained with what was measured', async () => {
  startFakeServer().answer(episodeCalls.explain, explained as never)
  const trip = anEpisode('trip', 0, 10)
  const { screen } = await renderInReplay(<EpisodeDialog episode={trip} onClose={vi.fn()} />)
  await expect.element(screen.getByText(/8 km\/h/)).toBeVisible()
  await expect.element(screen.getByText(/6 km\/h/)).toBeVisible()
})

test('beside the mileage is how sure it is, and that the ignition is unknown', async () => {
  startFakeServer().answer(episodeCalls.explain, explained as never)
  const { screen } = await renderInReplay(<MileageDialog onClose={vi.fn()} />)
  await expect.element(screen.getByText(/reported every 30 sec while driving. 4% of it/)).toBeVisible()
  await expect.element(screen.getByText(/ignition wire isn't connected: it reports off/)).toBeVisible()
})

test('what was left out of the mileage is shown on the map when it is chosen', async () => {
  startFakeServer().answer(episodeCalls.explain, explained as never)
  const replay = aReplay()
  const seek = vi.spyOn(replay.player, 'seek')
  const onClose = vi.fn()
  const { screen } = await renderInReplay(<MileageDialog onClose={onClose} />, replay)
  await expect.element(screen.getByText('12.3 km')).toBeVisible()
  await screen.getByRole('button', { name: /9 km/ }).click()
  expect(seek).toHaveBeenCalledWith(noon + 60_000)
  expect(onClose).toHaveBeenCalledOnce()
})
