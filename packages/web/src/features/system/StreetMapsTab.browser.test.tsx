import { streetMapCalls } from '@trackway/core/features/street-maps/calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { StreetMapsTab } from './StreetMapsTab.tsx'

const facts = {
  minZoom: 0,
  maxZoom: 14,
  schema: 'openmaptiles' as const,
  sizeBytes: 926_455,
  attribution: '© OpenStreetMap contributors',
  url: '/map/streets/none.pmtiles',
}
const maps = [
  {
    ...facts,
    id: 'helsinki',
    name: 'Helsinki',
    origin: 'builtIn' as const,
    path: '/maps/helsinki.pmtiles',
    bounds: [24.93, 60.16, 24.96, 60.18] as [number, number, number, number],
  },
  {
    ...facts,
    id: 'alps',
    name: 'Alps',
    origin: 'link' as const,
    path: '/data/alps.pmtiles',
    bounds: [9.4, 47, 9.7, 47.3] as [number, number, number, number],
  },
]

async function openTab() {
  const server = startFakeServer()
  server.answer(streetMapCalls.find, { list: maps, broken: [], freeBytes: 5_000_000_000 })
  server.answer(streetMapCalls.layers, { list: [] })
  const screen = await renderInApp(<StreetMapsTab />)
  await expect.element(screen.getByText('927 kB').first()).toBeVisible()
  return { server, screen }
}

test('a map is removed after a question; the built-in one stays', async () => {
  const { server, screen } = await openTab()
  server.answer(streetMapCalls.remove, {})
  expect(screen.getByRole('button', { name: 'Remove Helsinki' }).elements()).toHaveLength(0)
  await screen.getByRole('button', { name: 'Remove Alps' }).click()
  await expect.element(screen.getByText(/The file stays on the server/)).toBeVisible()
  await screen.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => server.sent(streetMapCalls.remove)).toEqual([{ id: 'alps' }])
})

test('a file is sent in parts, goes on from what has come, and is installed', async () => {
  const { server, screen } = await openTab()
  const uploadId = '7e57ed00-0000-4000-8000-000000000001'
  server.answer(streetMapCalls.beginUpload, { uploadId, partBytes: 4 })
  // Of the second part nothing arrives at first.
  const received = [4, 4, 8, 10]
  server.answer(streetMapCalls.uploadPart, () => ({ receivedBytes: received.shift()! }))
  server.answer(streetMapCalls.finishUpload, { id: 'town' })
  const field = document.querySelector<HTMLInputElement>('input[type=file]')!
  const files = new DataTransfer()
  files.items.add(new File(['0123456789'], 'town.pmtiles'))
  field.files = files.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
  await expect.poll(() => server.sent(streetMapCalls.finishUpload)).toEqual([{ uploadId }])
  expect(server.sent(streetMapCalls.uploadPart).map(({ offset, base64 }) => [offset, atob(base64)])).toEqual([
    [0, '0123'],
    [4, '4567'],
    [4, '4567'],
    [8, '89'],
  ])
  await expect.element(screen.getByText('Map added')).toBeVisible()
})

test('a file on the server that holds no streets is refused at its field', async () => {
  const { server, screen } = await openTab()
  server.refuse(streetMapCalls.addPath, 'mapNoStreets')
  await screen.getByLabelText('Path on the server').fill('/data/photos.pmtiles')
  await screen.getByRole('button', { name: 'Add file on the server' }).click()
  await expect.element(screen.getByText(/has no streets/)).toBeVisible()
})
