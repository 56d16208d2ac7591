import { resultCodes } from '@trackway/core/codes/results.ts'
import type { Frame } from '@trackway/core/features/frames/calls.ts'
import { expect, test } from 'vitest'
import { startFakeSockets } from '../../testing/fake-page.ts'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { LiveTail } from './LiveTail.tsx'

const [van, truck] = ['861234560010624', '356938035643809'] as const
const aFrame = (id: string, more: Partial<Frame> = {}): Frame => ({
  id,
  terminalID: van,
  time: Date.UTC(2026, 0, 2),
  direction: 'in',
  connectionId: 3,
  hex: '78780d01',
  protocol: 'gt06',
  kind: null,
  type: '01',
  name: `login ${id} `,
  error: null,
  fields: [{ name: 'start', value: '7878', offset: 0, length: 2 }],
  ...more,
})

async function open(url = `/?terminalIDs=${van}_${truck}`) {
  startFakeServer()
  const sockets = startFakeSockets()
  const screen = await renderInApp(<LiveTail />, { url })
  const sendFrames = (frames: Frame[], missed = 0) => sockets.at(-1)!.emit({ type: 'frames', frames, missed })
  const shown = () =>
    screen
      .getByRole('list')
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => /login [1-9]|Marker/.exec(textContent ?? '')?.[0])
  const start = async () => {
    await expect.poll(() => sockets.length).toBe(1)
    sockets[0]!.open()
    sockets[0]!.emit({ type: 'watching', time: 1 })
    await expect.element(screen.getByText('Live', { exact: true })).toBeVisible()
  }
  return { screen, sockets, sendFrames, shown, start }
}

test('frames of the devices that are watched come as they are received, the newest first', async () => {
  const { screen, sockets, sendFrames, shown, start } = await open()
  await start()
  expect(sockets[0]!.sent[0]).toMatchObject({ type: 'watch', only: 'frames', terminalIDs: [van, truck] })
  sendFrames([aFrame('1'), aFrame('2')])
  sendFrames([aFrame('3', { direction: 'out' })])
  await expect.poll(shown).toEqual(['login 3', 'login 2', 'login 1'])
  sendFrames([aFrame('4')], 12)
  await expect.element(screen.getByText(/^12 frames came too fast/)).toBeVisible()
  sockets[0]!.onclose?.()
  await expect.element(screen.getByText('Connection lost. Reconnecting…')).toBeVisible()
  await expect.poll(shown).toHaveLength(4)
})

test('while it is paused frames wait, and none is lost; a mark is where it was set', async () => {
  const { screen, sendFrames, shown, start } = await open()
  await start()
  sendFrames([aFrame('1')])
  await screen.getByRole('button', { name: 'Add marker' }).click()
  await screen.getByRole('button', { name: 'Pause' }).click()
  sendFrames([aFrame('2')])
  sendFrames([aFrame('3')])
  const goOn = screen.getByRole('button', { name: 'Continue (2)' })
  await expect.element(goOn).toBeVisible()
  expect(shown()).toEqual(['Marker', 'login 1'])
  await goOn.click()
  await expect.poll(shown).toEqual(['login 3', 'login 2', 'Marker', 'login 1'])
  await screen.getByRole('button', { name: 'Clear' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Waiting for frames' })).toBeVisible()
})

test('a filter finds texts, bytes with blanks between them, and faults, and hides nothing for good', async () => {
  const { screen, sendFrames, shown, start } = await open()
  await start()
  sendFrames([
    aFrame('1'),
    aFrame('2', { hex: '7878aabb', fields: null }),
    aFrame('3', {
      terminalID: truck,
      error: 'checksum',
      fields: [{ name: 'speed', value: '42', offset: 0, length: 1 }] as never,
    }),
  ])
  const filter = screen.getByRole('textbox', { name: 'Filter' })
  for (const [text, found] of [
    ['AA BB', ['login 2']],
    ['speed', ['login 3']],
    [truck.slice(0, 6), ['login 3']],
    ['', ['login 3', 'login 2', 'login 1']],
  ] as const) {
    await filter.fill(text)
    await expect.poll(shown).toEqual(found)
  }
  await screen
    .getByRole('button', { name: /fault|error/i })
    .first()
    .click()
  await expect.poll(shown).toEqual(['login 3'])
})

test('a refusal is shown in words, and without a device nothing is watched', async () => {
  const { screen, sockets, start } = await open(`/?terminalIDs=${van}`)
  await start()
  sockets[0]!.emit({ type: 'refused', code: resultCodes.notFound })
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Not found. It may have been deleted.')
  await screen.unmount()
  const none = await open('/')
  await expect.element(none.screen.getByRole('button', { name: 'Pause' })).toBeDisabled()
  expect(none.sockets).toEqual([])
})
