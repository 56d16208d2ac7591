import { toWebMercator } from '@trackway/core/geo/mercator.ts'

/** A place with a name on the map. Metres of Web Mercator; inhabitants in thousands. */
export interface Place {
  name: string
  chinese: string | undefined
  x: number
  y: number
  minZoom: number
  population: number
  /** How far its houses reach, in metres of the projection; 0 for villages. */
  radiusM: number
}

interface PlaceColumns {
  names: string[]
  chinese: Record<number, string>
  lon: number[]
  lat: number[]
  minZoom: number[]
  population: number[]
  /** In the file of the world only: which cells there are. */
  cells?: string[]
}

/** From here on the small places of the region are fetched too. */
const cellsFromZoom = 7.5

/** Reads places as they are needed: the cities of the world at once, small places by cells of 10 degrees. */
export class PlaceStore {
  readonly #baseUrl: string
  readonly #onPlaces: (places: Place[]) => void
  readonly #asked = new Set<string>()
  #cells = new Set<string>()

  constructor(baseUrl: string, onPlaces: (places: Place[]) => void) {
    this.#baseUrl = baseUrl
    this.#onPlaces = onPlaces
    void this.#load('places.json')
  }

  /** Makes sure that what lies in these bounds is there, or on its way. */
  cover(zoom: number, west: number, south: number, east: number, north: number): void {
    if (zoom < cellsFromZoom) return
    for (let column = cell(west, 180); column <= cell(east, 180); column++) {
      for (let row = cell(south, 90); row <= cell(north, 90); row++) {
        const name = `${((column % 36) + 36) % 36}_${row}`
        if (this.#cells.has(name)) void this.#load(`places/${name}.json`)
      }
    }
  }

  async #load(file: string): Promise<void> {
    if (this.#asked.has(file)) return
    this.#asked.add(file)
    try {
      const response = await fetch(this.#baseUrl + file)
      if (!response.ok) return
      const columns: PlaceColumns = await response.json()
      if (columns.cells) this.#cells = new Set(columns.cells)
      this.#onPlaces(toPlaces(columns))
    } catch {
      this.#asked.delete(file)
    }
  }
}

function cell(degrees: number, offset: number): number {
  return Math.floor((degrees + offset) / 10)
}

function toPlaces(columns: PlaceColumns): Place[] {
  return columns.names.map((name, row) => {
    const [x, y] = toWebMercator(columns.lon[row]! / 10_000, columns.lat[row]! / 10_000)
    return {
      name,
      chinese: columns.chinese[row],
      x,
      y,
      minZoom: columns.minZoom[row]!,
      population: columns.population[row]!,
      radiusM: builtUpRadiusM(columns.population[row]!, columns.lat[row]! / 10_000),
    }
  })
}

const inhabitantsPerKm2 = 3500

/** The wash of a town fades outwards, so it is drawn half as large again as the town. */
function builtUpRadiusM(thousands: number, lat: number): number {
  if (thousands < 5) return 0
  const groundM = Math.sqrt((thousands * 1000) / inhabitantsPerKm2 / Math.PI) * 1000
  return (groundM * 1.5) / Math.cos((lat * Math.PI) / 180)
}
