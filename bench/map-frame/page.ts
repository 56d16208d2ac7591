import type { CarIconState } from '@trackway/core/codes/states.ts'
import { Fleet } from '@trackway/web/map/fleet/fleet.ts'
import { FleetLayer } from '@trackway/web/map/fleet/fleet-layer.ts'
import { projections } from '@trackway/web/map/projections.ts'
import OlMap from 'ol/Map'
import View from 'ol/View'

/** The fleet layer alone, on an empty map: what `map-frame.ts` drives and measures. */

const devices = Number(new URLSearchParams(location.search).get('devices'))
const projection = projections['EPSG:3857']
const fleet = new Fleet(projection)
const layer = new FleetLayer({ fleet, fontFamily: 'sans-serif', onFollow: () => {} })
const map = new OlMap({
  target: 'map',
  layers: [layer],
  controls: [],
  view: new View({ center: projection.fromWgs84(112, 30), zoom: 5 }),
})

let seed = 1
function random(): number {
  seed = (seed * 16_807) % 2_147_483_647
  return seed / 2_147_483_647
}

fleet.resize(devices)
for (let row = 0; row < devices; row++) {
  fleet.isShown[row] = 1
  fleet.names[row] = `B${10_000 + row}`
  // A tenth of them in one city, so that about 1,000 are in view close by.
  const isInCity = row % 10 === 3
  const lon = isInCity ? 111.5 + random() : 98 + random() * 24
  const lat = isInCity ? 29.5 + random() : 22 + random() * 18
  const state = Math.floor(random() * 7) as CarIconState
  fleet.place(row, { lon, lat, courseDeg: random() * 360, speedKmh: 40, state, fixTime: 1 }, 0)
}
layer.repaint()

/** Milliseconds of the main thread each picture of the layer took. */
let paints: number[] = []
const paint = layer.render.bind(layer)
layer.render = (frame) => {
  const begin = performance.now()
  const element = paint(frame)
  paints.push(performance.now() - begin)
  return element
}

/** Moves every tenth device a little. @returns milliseconds of the main thread, without the painting */
function moveSome(): number {
  const begin = performance.now()
  const now = Date.now()
  for (let row = Math.floor(random() * 10); row < devices; row += 10) {
    const entry = {
      lon: fleet.lon[row]! + (random() - 0.5) * 0.002,
      lat: fleet.lat[row]! + (random() - 0.5) * 0.002,
      courseDeg: random() * 360,
      speedKmh: 40,
      state: fleet.state[row] as CarIconState,
      fixTime: now,
    }
    fleet.place(row, entry, now)
  }
  layer.repaint()
  return performance.now() - begin
}

interface Measured {
  updates: number[]
  frames: number[]
  paints: number[]
  inView: number
}

/** Drags the map for some seconds while a tenth of the fleet moves every second. */
async function drag(zoom: number, seconds: number): Promise<Measured> {
  const view = map.getView()
  view.setZoom(zoom)
  view.setCenter(projection.fromWgs84(112, 30))
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const updates: number[] = []
  const frames: number[] = []
  paints = []
  let last = performance.now()
  let nextUpdate = last
  const end = last + seconds * 1000
  while (last < end) {
    await new Promise(requestAnimationFrame)
    const now = performance.now()
    frames.push(now - last)
    last = now
    if (now >= nextUpdate) {
      updates.push(moveSome())
      nextUpdate += 1000
    }
    const angle = (now / 2000) * Math.PI
    const [x, y] = view.getCenter() as [number, number]
    const step = view.getResolution()! * 4
    view.setCenter([x + Math.cos(angle) * step, y + Math.sin(angle) * step])
  }
  return { updates, frames, paints, inView: layer.inViewCount }
}

Object.assign(window, { drag })
