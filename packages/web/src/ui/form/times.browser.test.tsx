import { call } from '@trackway/core/api/call.ts'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { z } from 'zod'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { CallForm } from './CallForm.tsx'
import { InstantField } from './field-controls.tsx'

const save = call({
  path: '/api/test/times',
  permission: 'session',
  demo: true,
  help: 'Of this test.',
  input: z.object({
    day: z.iso.date(),
    at: z.union([z.int(), z.iso.datetime()]),
    since: z.union([z.int(), z.iso.datetime()]),
  }),
  output: z.object({}),
})
const midnight = Date.UTC(2026, 2, 1, 5) // in New York, five hours behind

async function open() {
  const server = startFakeServer()
  server.answer(save, {})
  const onDone = vi.fn()
  const screen = await renderInApp(
    <CallForm
      call={save}
      submitLabel="Save"
      label={(name) => name}
      initial={{ day: '2026-03-01', at: midnight + 90 * 60_000, since: midnight }}
      fields={['day', 'at', { name: 'since', control: <InstantField isDay latest={midnight} /> }]}
      onDone={onDone}
    />,
    { user: { timeZone: 'America/New_York', isDemo: true } },
  )
  return { server, screen, onDone, send: () => screen.getByRole('button', { name: 'Save' }).click() }
}

test('days and instants are shown by the clock of the account and go out as they came', async () => {
  const { server, screen, onDone, send } = await open()
  await expect.element(screen.getByLabelText('day')).toHaveValue('1 Mar 2026')
  await expect.element(screen.getByLabelText('at')).toHaveValue('1 Mar 2026, 01:30')
  await expect.element(screen.getByLabelText('since')).toHaveValue('1 Mar 2026')
  await send()
  await expect.poll(() => onDone).toHaveBeenCalledOnce()
  expect(server.sent(save)).toEqual([{ day: '2026-03-01', at: midnight + 90 * 60_000, since: midnight }])
})

test('a day that is typed means its first minute on that clock', async () => {
  const { server, screen, send } = await open()
  await screen.getByLabelText('since').fill('2026-02-10')
  await userEvent.keyboard('{Enter}')
  await screen.getByLabelText('day').fill('2026-02-11')
  await userEvent.keyboard('{Enter}')
  await send()
  await expect
    .poll(() => server.sent(save).at(-1))
    .toMatchObject({
      day: '2026-02-11',
      since: Date.UTC(2026, 1, 10, 5),
    })
})

test('what only reads may be sent by a demo account', async () => {
  const { screen } = await open()
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeEnabled()
})
