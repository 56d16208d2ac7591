import gcoord from 'gcoord'
import { onTestFinished } from 'vitest'

type LonLat = [lon: number, lat: number]
type Tile = readonly [z: number, x: number, y: number]

const tilePx = 256
/** The mark at a place: so many pixels wide, in a colour that no tile has. */
const markPx = 7
export const markColour = [255, 0, 255] as const

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Pixels of the world of a level from its upper left corner, on the sphere. */
function sphere([lon, lat]: LonLat, z: number): [number, number] {
  const width = tilePx * 2 ** z
  return [((lon + 180) / 360) * width, ((1 - Math.asinh(Math.tan(radians(lat))) / Math.PI) / 2) * width]
}

/** The same on the ellipsoid, as Yandex draws. */
function ellipsoid([lon, lat]: LonLat, z: number): [number, number] {
  const e = 0.0818191908426215
  const sine = Math.sin(radians(lat))
  const psi = Math.atanh(sine) - e * Math.atanh(e * sine)
  const width = tilePx * 2 ** z
  return [((lon + 180) / 360) * width, ((1 - psi / Math.PI) / 2) * width]
}

const shifted = (place: LonLat) => gcoord.transform(place, gcoord.WGS84, gcoord.GCJ02) as LonLat

const number = (text: string | null) => Number(text?.replace('M', '-'))
const fromQuery = ({ searchParams: at }: URL): Tile => [
  number(at.get('z')),
  number(at.get('x')),
  number(at.get('y')),
]
const fromPath = ({ pathname }: URL): Tile =>
  pathname.split('/').slice(-3).map(Number.parseFloat) as unknown as Tile

interface Provider {
  host: RegExp
  tileOf: (url: URL) => Tile
  markOn: (place: LonLat, tile: Tile) => LonLat
  /** Pixels of its tiles to one of the map. */
  fineness?: number
}

/** How each provider reads the address of a tile, and where on its tiles a place lies, by formulas of their own. */
const providers: Provider[] = [
  {
    host: /openstreetmap\.org$/,
    tileOf: fromPath,
    markOn: (place, tile) => within(sphere(place, tile[0]), tile),
  },
  {
    host: /autonavi\.com$/,
    tileOf: fromQuery,
    markOn: (place, tile) => within(sphere(shifted(place), tile[0]), tile),
  },
  {
    host: /googleapis\.com$/,
    tileOf: fromPath,
    fineness: 2,
    markOn: (place, tile) => within(sphere(shifted(place), tile[0]), tile),
  },
  {
    host: /api-maps\.yandex\.ru$/,
    tileOf: fromQuery,
    markOn: (place, tile) => within(ellipsoid(place, tile[0]), tile),
  },
  {
    host: /tianditu\.gov\.cn$/,
    tileOf: ({ searchParams: at }) => [
      number(at.get('TILEMATRIX')),
      number(at.get('TILECOL')),
      number(at.get('TILEROW')),
    ],
    markOn: (place, tile) => within(sphere(place, tile[0]), tile),
  },
  {
    host: /bdimg\.com$/,
    tileOf: fromQuery,
    markOn: (place, [z, x, y]) => {
      const [east, north] = gcoord.transform(place, gcoord.WGS84, gcoord.BD09Meter) as LonLat
      const metres = 2 ** (18 - z)
      // Rows grow northwards.
      return [east / metres - x * tilePx, (y + 1) * tilePx - north / metres]
    },
  },
]

function within([px, py]: [number, number], [, x, y]: Tile): LonLat {
  return [px - x * tilePx, py - y * tilePx]
}

/** Makes providers answer with tiles that have a mark at a place. @returns sets the place */
export function serveProviderTiles() {
  let place: LonLat = [0, 0]
  const source = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src')!
  Object.defineProperty(HTMLImageElement.prototype, 'src', {
    ...source,
    set(this: HTMLImageElement, address: string) {
      const url = new URL(address, location.href)
      const provider = providers.find(({ host }) => host.test(url.host))
      source.set!.call(this, provider ? drawn(provider, provider.tileOf(url), place) : address)
    },
  })
  const reallyFetch = globalThis.fetch
  // Google's tiles are twice as fine, and a session of theirs lasts for some hours.
  const expiry = String(Math.floor(Date.now() / 1000) + 3600)
  const session = {
    session: 's',
    expiry,
    tileWidth: 2 * tilePx,
    tileHeight: 2 * tilePx,
    imageFormat: 'png',
  }
  globalThis.fetch = async (target, init) =>
    String(target).startsWith('https://tile.googleapis.com/')
      ? Response.json({ ...session, copyright: '' })
      : reallyFetch(target, init)
  onTestFinished(() => {
    Object.defineProperty(HTMLImageElement.prototype, 'src', source)
    globalThis.fetch = reallyFetch
  })
  return (next: LonLat) => {
    place = next
  }
}

function drawn({ markOn, fineness = 1 }: Provider, tile: Tile, place: LonLat): string {
  const canvas = document.createElement('canvas')
  canvas.width = tilePx * fineness
  canvas.height = tilePx * fineness
  const context = canvas.getContext('2d')!
  context.scale(fineness, fineness)
  context.fillStyle = (tile[1] + tile[2]) % 2 === 0 ? '#dddddd' : '#eeeeee'
  context.fillRect(0, 0, tilePx, tilePx)
  const [x, y] = markOn(place, tile)
  context.fillStyle = `rgb(${markColour.join()})`
  context.fillRect(x - markPx / 2, y - markPx / 2, markPx, markPx)
  return canvas.toDataURL()
}
