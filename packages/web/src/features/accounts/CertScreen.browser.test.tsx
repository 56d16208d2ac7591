import { RouterProvider } from '@tanstack/react-router'
import { deviceLinkCalls } from '@trackway/core/features/device-links/calls.ts'
import { expect, onTestFinished, test } from 'vitest'
import { useSession } from '../../base/session.ts'
import { router } from '../../shell/router.tsx'
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'

const link = { imei: '867520000000827', cert: 'abc-DEF_1' }

/** The page that a link leads to, opened by somebody without a session. */
async function follow(prepare: (server: FakeServer) => void) {
  const server = startFakeServer()
  const before = location.href
  onTestFinished(() => history.replaceState(null, '', before))
  const path = `/loginByCert?${new URLSearchParams(link)}`
  history.replaceState(null, '', path)
  prepare(server)
  const screen = await renderInApp(<RouterProvider router={router} />)
  const { user } = useSession.getState()
  useSession.setState({ token: null, user: null })
  await router.navigate({ href: path })
  return { server, screen, user: user! }
}
test('a link signs in, and leads to the track of its device', async () => {
  const { server } = await follow((server) => {
    const user = { ...(useSession.getState().user as never as object), permissions: ['main:track'] }
    server.answer(deviceLinkCalls.open, { token: 'of the link', user } as never)
  })
  await expect.poll(() => router.state.location.pathname).toBe('/index/track')
  expect(router.state.location.search).toMatchObject({ terminalID: link.imei })
  expect(useSession.getState().token).toBe('of the link')
  expect(server.sent(deviceLinkCalls.open)[0]).toEqual(link)
})

test('a link that ran out says so, and offers nothing that would not help', async () => {
  const { screen } = await follow((server) => server.refuse(deviceLinkCalls.open, 'notFound'))
  await expect.element(screen.getByText('This link no longer works')).toBeVisible()
  await expect.element(screen.getByText(/Ask whoever sent it for a new one/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  expect(useSession.getState().token).toBeNull()
})

test('after too many tries it can be tried again', async () => {
  const { server, screen } = await follow((server) => server.refuse(deviceLinkCalls.open, 'tooManyAttempts'))
  const again = screen.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  server.refuse(deviceLinkCalls.open, 'notFound')
  await again.click()
  await expect.element(screen.getByText('This link no longer works')).toBeVisible()
})
