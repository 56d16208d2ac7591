import { deviceLinkCalls } from '@trackway/core/features/device-links/calls.ts'
import { expect, test, vi } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { LinkDialog } from './LinkDialog.tsx'

const device = { terminalID: '867520000000827', name: 'Crane 3' }
const made = Date.UTC(2026, 0, 1)
const link = { id: 7, createTime: made, expireTime: made, username: 'boss', lastUseTime: null }

async function open(links: (typeof link)[] = []) {
  const server = startFakeServer()
  server.answer(deviceLinkCalls.find, () => ({ list: links, total: links.length }))
  const screen = await renderInApp(<LinkDialog device={device} onClose={vi.fn()} />)
  return { server, screen }
}

test('a link is shown as text and as a QR code, once it is made for so many days', async () => {
  const { server, screen } = await open()
  const path = '/loginByCert?imei=867520000000827&cert=abc'
  server.answer(deviceLinkCalls.make, { id: 7, path, expireTime: made })
  await screen.getByLabelText('Expires after (days)').fill('7')
  await screen.getByRole('button', { name: 'Create link' }).click()
  await expect.element(screen.getByText(location.origin + path)).toBeVisible()
  expect(server.sent(deviceLinkCalls.make)).toEqual([{ terminalID: device.terminalID, days: 7 }])
  // A QR code of that many letters has 29 rows and more; its dark modules are one path.
  await expect
    .poll(() => document.querySelector('.ant-qrcode svg path[fill="#000"]')?.getAttribute('d')?.length ?? 0)
    .toBeGreaterThan(1_000)
  // The list below knows of it.
  await expect.poll(() => server.sent(deviceLinkCalls.find).length).toBeGreaterThan(1)
})

test('a link that works is listed with who made it, and ended', async () => {
  const links = [link]
  const { server, screen } = await open(links)
  await expect.element(screen.getByText(/By boss, until/)).toBeVisible()
  server.answer(deviceLinkCalls.revoke, () => {
    links.length = 0
    return {}
  })
  await screen.getByRole('button', { name: 'Revoke' }).click()
  await expect.element(screen.getByText(/By boss, until/)).not.toBeInTheDocument()
  expect(server.sent(deviceLinkCalls.revoke)).toEqual([{ id: 7 }])
})
