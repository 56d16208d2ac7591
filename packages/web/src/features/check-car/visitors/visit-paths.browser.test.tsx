import { qualityBits } from '@trackway/core/codes/states.ts'
import type { VisitFound, Visitor } from '@trackway/core/features/check-car/calls.ts'
import { type TrackPoint, trackCalls } from '@trackway/core/features/tracks/calls.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { click, pointer, renderOnMap } from '../../../map/testing/render-on-map.tsx'
import { Box } from '../../../testing/Box.tsx'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { VisitorList } from './VisitorList.tsx'
import { VisitPaths } from './VisitPaths.tsx'

const begin = Date.UTC(2026, 2, 1, 8)
const hourMs = 3_600_000

function aVisitor(n: number, lat: number): Visitor {
  const place = { lat, lon: 0 }
  const visit = {
    enterTime: begin + n * hourMs,
    leaveTime: begin + n * hourMs + 600_000,
    enterPlace: place,
    leavePlace: place,
    isEntrySeen: true,
    isExitSeen: true,
    distanceM: 1000,
    nearestM: null,
    nearestTime: null,
  }
  const name = { terminalID: String(861234560010000 + n), displayName: `Van ${n}` }
  return { ...name, username: 'boss', iconType: 'car', total: 1, visits: [visit] }
}
/** 111 px to a degree: Van 1 drives along 100 px from the top of the map, Van 2 along 200 px. */
const visitors = [aVisitor(1, 0.45), aVisitor(2, -0.45)]

function aPoint(fixTime: number, lat: number, lon: number, quality = 0): TrackPoint {
  const unknown = { speedKmh: null, courseDeg: null, altitudeM: null, satellites: null, accOn: null }
  return { fixTime, lat, lon, quality, odometerM: null, ...unknown }
}

/** Paths on the map and the list beside it, joined as the screen joins them. */
function Both() {
  const [pointed, onPoint] = useState<VisitFound | null>(null)
  const [selected, onSelect] = useState<VisitFound | null>(null)
  const found = {
    request: {} as never,
    state: 'done' as const,
    error: null,
    visitors,
    progress: { devices: 2, of: 2 },
    total: 2,
    notFound: [],
  }
  const shared = { onPoint, onSelect }
  return (
    <>
      <VisitPaths visitors={visitors} shown={pointed ?? selected} {...shared} />
      <Box marginTop={320} height={300}>
        <VisitorList found={found} selected={selected} pointed={pointed} {...shared} />
      </Box>
    </>
  )
}

async function open() {
  const server = startFakeServer()
  server.answer(trackCalls.find, ({ terminalID, from }) => {
    const lat = terminalID.endsWith('1') ? 0.45 : -0.45
    // A fix that is not believed would draw the path across the other one.
    const at = Number(from)
    return { points: [aPoint(at, lat, -1), aPoint(at, -lat, 0, qualityBits.jump), aPoint(at, lat, 1)] }
  })
  const { map, screen, pixel } = await renderOnMap(<Both />)
  // The mouse may rest where a row appears.
  await page.elementLocator(map.getTargetElement()!).hover({ position: { x: 380, y: 280 } })
  await expect.poll(() => pixel(120, 100)[3]).toBeGreaterThan(200)
  await expect.poll(() => pixel(120, 200)[3]).toBeGreaterThan(200)
  const row = (n: number) => screen.getByRole('button', { name: new RegExp(`^1 Mar 2026, ${16 + n}:00`) })
  const isPointed = (n: number) => row(n).element().parentElement?.dataset.pointed
  return { server, map, pixel, row, isPointed }
}

test('the path of each visitor is drawn, a little before and behind its visit, by the fixes that are believed', async () => {
  const { server, pixel } = await open()
  expect(pixel(200, 150)[3]).toBe(0)
  const [first] = server.sent(trackCalls.find)
  expect(first).toMatchObject({ from: begin + hourMs - 120_000, to: begin + hourMs + 720_000 })
})

test('the pointer on a path marks the row of its visit, and a click chooses it', async () => {
  const { map, row, isPointed } = await open()
  pointer(map, 'pointermove', 120, 202)
  await expect.poll(() => [isPointed(1), isPointed(2)]).toEqual(['false', 'true'])
  click(map, 120, 99)
  await expect.element(row(1)).toHaveAttribute('aria-pressed', 'true')
  pointer(map, 'pointermove', 120, 150)
  await expect.poll(() => [isPointed(1), isPointed(2)]).toEqual(['false', 'false'])
})

test('the pointer on a row makes its path wider', async () => {
  const { pixel, row } = await open()
  await expect.poll(() => pixel(120, 202)[3]).toBe(0)
  await row(2).hover()
  await expect.poll(() => pixel(120, 202)[3]).toBeGreaterThan(200)
  expect(pixel(120, 102)[3]).toBe(0)
})
