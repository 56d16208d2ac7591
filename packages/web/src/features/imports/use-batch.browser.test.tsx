import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { importCalls } from '@trackway/core/features/imports/calls.ts'
import type { ImportCells } from '@trackway/core/features/imports/check-cells.ts'
import { expect, test } from 'vitest'
import { aDeviceType } from '../../testing/a-device-type.ts'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { type Batch, type Defaults, useBatch } from './use-batch.ts'

const [first, second, third] = ['490154203237518', '356938035643809', '868120246534579'] as const
const row = (terminalID: string, more: ImportCells = {}): ImportCells => ({
  terminalID,
  deviceType: 'Gt06',
  ...more,
})

let latest: Batch
/** Keeps a batch without a screen. */
function Keeper({ initial, defaults }: { initial: readonly ImportCells[]; defaults: Defaults }) {
  latest = useBatch('deviceImport', initial, defaults)
  return <p>{latest.unchecked === 0 ? 'checked' : 'unchecked'}</p>
}

async function keep(initial: readonly ImportCells[], defaults: Defaults = {}) {
  const server = startFakeServer()
  server.answer(deviceCalls.types, { list: [aDeviceType(13, 'Gt06', 'gt06')] })
  server.answer(importCalls.check, ({ rows }) => {
    const finding = { column: 'terminalID', values: null }
    const findings = rows.flatMap(({ terminalID }, at) => [
      ...(terminalID === second ? [{ ...finding, row: at + 1, reason: 'taken' }] : []),
      ...(rows.slice(0, at).some((other) => other.terminalID === terminalID)
        ? [{ ...finding, row: at + 1, reason: 'duplicate' }]
        : []),
    ])
    return { findings: findings as never, needs: rows.length, left: 5 }
  })
  const screen = await renderInApp(<Keeper initial={initial} defaults={defaults} />)
  await expect.element(screen.getByText('checked', { exact: true })).toBeVisible()
  const reasons = () =>
    Object.fromEntries([...latest.findings].map(([at, found]) => [at, found.map(({ reason }) => reason)]))
  return { server, screen, batch: () => latest, reasons }
}

test('what rows say by themselves and what the database knows of them stand together', async () => {
  const { server, batch, reasons } = await keep([row(first), row(second), row('12'), row(first)])
  await expect.poll(reasons).toMatchObject({ 1: ['taken'], 3: ['duplicate'] })
  expect(reasons()[0]).toBeUndefined()
  expect(reasons()[2]).toHaveLength(1)
  expect(batch()).toMatchObject({ good: 1, left: 5, failure: null })
  expect(server.sent(importCalls.check)).toHaveLength(1)
  // The server's finding on two rows applies no longer once one of them changed.
  batch().set(0, 'terminalID', third)
  await expect.poll(reasons).not.toHaveProperty('3')
})

test('only a row that was changed is asked about again', async () => {
  const { server, batch, reasons } = await keep([row(first), row(second)])
  await expect.poll(reasons).toEqual({ 1: ['taken'] })
  batch().set(1, 'terminalID', third)
  await expect.poll(() => server.sent(importCalls.check).length).toBe(2)
  expect(server.sent(importCalls.check)[1]?.rows).toEqual([row(third)])
  await expect.poll(reasons).toEqual({})
  expect(batch().rows).toEqual([row(first), row(third)])
})

test('a default stands where a cell is empty, and is no change of the row itself', async () => {
  const { server, batch } = await keep(
    [{ terminalID: first, deviceType: ' ' }, row(third, { nickname: 'van' })],
    { deviceType: 'gt06', username: 'north' },
  )
  expect(server.sent(importCalls.check)[0]?.rows).toEqual([
    { terminalID: first, deviceType: 'gt06', username: 'north' },
    { terminalID: third, deviceType: 'Gt06', username: 'north', nickname: 'van' },
  ])
  expect(batch().good).toBe(2)
})

test('a block that is pasted goes over its cells, adds rows, and leaves others as they are', async () => {
  const { batch } = await keep([row(first, { nickname: 'van' }), row(third, { nickname: 'bus' })])
  batch().setBlock(1, ['nickname', 'carNumber'], [['truck', 'W-1'], ['lorry']])
  await expect
    .poll(() => batch().rows)
    .toEqual([
      row(first, { nickname: 'van' }),
      row(third, { nickname: 'truck', carNumber: 'W-1' }),
      { nickname: 'lorry' },
    ])
})

test('rows of one kind of fault are taken out, the good ones stay', async () => {
  const { batch, reasons } = await keep([row(first), row(first), row(second), row(` ${third}`)])
  await expect.poll(() => reasons()[2]).toEqual(['taken'])
  batch().fix('duplicates')
  await expect.poll(() => batch().rows.length).toBe(3)
  batch().fix('trim')
  await expect.poll(() => batch().rows.at(-1)).toEqual(row(third))
  await expect.poll(() => reasons()).toEqual({ 1: ['taken'] })
  batch().fix('errors')
  await expect.poll(() => batch().rows).toEqual([row(first), row(third)])
})

test('where the server cannot look, it says why, and looks when it is asked again', async () => {
  const { server, batch, reasons } = await keep([row(first)])
  server.refuse(importCalls.check, 'tooManyRequests')
  batch().set(0, 'terminalID', second)
  await expect.poll(() => batch().failure).toMatchObject({ result: 'tooManyRequests' })
  expect(batch()).toMatchObject({ unchecked: 1, good: 1 })
  server.answer(importCalls.check, { findings: [], needs: 1, left: null })
  batch().recheck()
  await expect.poll(() => batch()).toMatchObject({ unchecked: 0, failure: null, left: null })
  expect(reasons()).toEqual({})
})
