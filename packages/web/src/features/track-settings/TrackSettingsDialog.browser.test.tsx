import { roles } from '@trackway/core/codes/roles.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { episodeCalls } from '@trackway/core/features/episodes/calls.ts'
import type { SettingOrigins } from '@trackway/core/features/level-settings/levels.ts'
import { trackSettingCalls } from '@trackway/core/features/track-settings/calls.ts'
import { trackSettingDefaults as defaults } from '@trackway/core/track/track-settings.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { aDeviceType } from '../../testing/a-device-type.ts'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { TrackSettingsDialog } from './TrackSettingsDialog.tsx'

const crane = { terminalID: '867520000000827', name: 'Crane 3' }

function Page({ device }: { device?: typeof crane }) {
  const [isOpen, setIsOpen] = useState(true)
  return <TrackSettingsDialog isOpen={isOpen} onClose={() => setIsOpen(false)} device={device} />
}

interface Stored {
  own?: Partial<typeof defaults>
  most?: number | null
  isDemo?: boolean
  device?: typeof crane | undefined
}

async function open({ own = {}, most = null, isDemo = false, device = crane }: Stored = {}) {
  const server = startFakeServer()
  server.answer(deviceCalls.detail, { userId: 1, deviceType: 2 } as never)
  server.answer(deviceCalls.types, { list: [aDeviceType(2, 'Gt06', 'gt06')] })
  // The account has a limit of its own, the type none.
  const ofAccount = { overspeedKmh: 90 }
  server.answer(trackSettingCalls.find, ({ terminalID, deviceType }) => {
    const inherited = { ...defaults, ...ofAccount }
    const isAccount = terminalID === undefined && deviceType === undefined
    const mine = isAccount ? ofAccount : terminalID ? own : {}
    const origins: SettingOrigins = isAccount
      ? {}
      : { overspeedKmh: { level: 'account', username: 'fleet', group: null } }
    return { own: mine, inherited, origins, effective: { ...inherited, ...mine }, mostDaysKept: most }
  })
  server.answer(trackSettingCalls.set, {} as never)
  server.answer(episodeCalls.recompute, { devices: 1 })
  const screen = await renderInApp(<Page device={device} />, { user: { isDemo, role: roles.agent } })
  await expect.element(screen.getByRole('spinbutton', { name: 'Speed limit' })).toBeVisible()
  const sources = (name: string) => screen.getByRole('radiogroup', { name: `${name}: source` })
  const source = (name: string, of: string) => sources(name).getByText(of)
  const radio = (name: string, of: string) => sources(name).getByRole('radio', { name: of })
  const field = (name: string) => screen.getByRole('spinbutton', { name, exact: true })
  return {
    server,
    screen,
    source,
    radio,
    field,
    save: () => screen.getByRole('button', { name: 'Save' }).click(),
  }
}

test('what is not one’s own is shown as inherited, from where, and cannot be changed', async () => {
  const { screen, field } = await open()
  await expect.element(field('Speed limit')).toBeDisabled()
  await expect.element(field('Speed limit')).toHaveValue('90')
  await expect.element(screen.getByText('Inherited: 90 km/h (account fleet)')).toBeVisible()
  await expect.element(screen.getByText('Inherited: 6 km/h (platform default)')).toBeVisible()
})

test('only one’s own values are sent, in the unit of the contract', async () => {
  const { server, field, source, save, screen } = await open({ own: { stopKmh: 2 } })
  await source('Shortest stop', 'Override').click()
  await field('Shortest stop').fill('5')
  await source('Stopped below', 'Inherited').click()
  await save()
  await expect.element(screen.getByRole('button', { name: 'Recalculate history' })).toBeVisible()
  expect(server.sent(trackSettingCalls.set)).toEqual([
    { terminalID: crane.terminalID, own: { minStopMs: 300_000 } },
  ])
})

test('after a change of trips, past days are found anew when that is confirmed', async () => {
  const { server, field, source, save, screen } = await open()
  await source('Moving above', 'Override').click()
  await field('Moving above').fill('8')
  await save()
  await screen.getByRole('button', { name: 'Recalculate history' }).click()
  expect(server.sent(episodeCalls.recompute)).toEqual([])
  const confirmation = screen.getByRole('dialog').filter({ hasText: 'Recalculate history?' })
  await confirmation.getByRole('button', { name: 'Recalculate history' }).click()
  await expect.element(screen.getByText('1 vehicle is being recalculated')).toBeVisible()
  expect(server.sent(episodeCalls.recompute)).toMatchObject([{ terminalIDs: [crane.terminalID] }])
})

test('what changes no trip is saved and closed', async () => {
  const { field, source, save, screen } = await open()
  await source('Consumption when driving', 'Override').click()
  await field('Consumption when driving').fill('12.5')
  await save()
  await expect.element(screen.getByText('Saved')).toBeVisible()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test('a vehicle that would stop before it starts is not saved', async () => {
  const { server, field, source, save, screen } = await open()
  await source('Stopped below', 'Override').click()
  await field('Stopped below').fill('20')
  await save()
  await expect.element(screen.getByText(/can't be higher than/).first()).toBeVisible()
  await expect.element(field('Stopped below')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('Moving above')).not.toHaveAttribute('aria-invalid', 'true')
  expect(server.sent(trackSettingCalls.set)).toEqual([])
})

test.each([
  ['Consumption when driving', '30.5', 'Enter 1.0 to 29.9 L in steps of 0.1'],
  ['Consumption when driving', '12.55', 'Enter 1.0 to 29.9 L in steps of 0.1'],
  ['Speed limit', '9', 'From 10 to 300'],
])('%s: %s stays as it was entered, is refused with its rule, and is not sent', async (name, text, rule) => {
  const { server, field, source, save, screen } = await open()
  await source(name, 'Override').click()
  await field(name).fill(text)
  await save()
  await expect.element(screen.getByText(rule).first()).toBeVisible()
  await expect.element(field(name)).toHaveValue(text)
  await expect.element(field(name)).toHaveAttribute('aria-invalid', 'true')
  expect(server.sent(trackSettingCalls.set)).toEqual([])
})

test('tracks are deleted only after their number of days was typed', async () => {
  const { server, field, source, save, screen } = await open()
  await source('Tracks are kept for', 'Override').click()
  await field('Tracks are kept for').fill('30')
  await save()
  const confirmation = screen.getByRole('dialog').filter({ hasText: 'Keep tracks for 30 days only?' })
  const ok = confirmation.getByRole('button', { name: 'Delete older tracks' })
  await expect.element(ok).toBeDisabled()
  await confirmation.getByRole('textbox').fill('30')
  await ok.click()
  await expect.poll(() => server.sent(trackSettingCalls.set)).toMatchObject([{ own: { daysKept: 30 } }])
})

test('an account above that keeps less counts, and says so', async () => {
  const { screen, field } = await open({ own: { daysKept: 365 }, most: 90 })
  await expect.element(field('Tracks are kept for')).toHaveValue('90')
  await expect.element(screen.getByText('The parent account keeps tracks for 90 days at most.')).toBeVisible()
})

test('another level is shown after asking for what was entered', async () => {
  const { server, screen, source, field } = await open()
  await source('Moving above', 'Override').click()
  await screen.getByText('Account', { exact: true }).click()
  const confirmation = screen.getByRole('dialog').filter({ hasText: 'Discard what you entered?' })
  await confirmation.getByRole('button', { name: 'Discard' }).click()
  await expect.element(field('Speed limit')).toBeEnabled()
  await expect.element(field('Moving above')).toBeDisabled()
  expect(server.sent(trackSettingCalls.find).at(-1)).toEqual({ userId: 1 })
})

test('a demo account sees everything and reads why it changes nothing', async () => {
  const { screen, radio } = await open({ isDemo: true })
  await expect.element(radio('Speed limit', 'Override')).toBeDisabled()
  await expect.element(screen.getByRole('note', { name: /demo/i })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})
