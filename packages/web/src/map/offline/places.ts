import type { Language } from '@trackway/core/codes/languages.ts'
import { toWebMercator } from '@trackway/core/geo/mercator.ts'

/** A place with a name on the map. Metres of Web Mercator. */
export interface Place {
  name: string
  /** In the user's language, where that has a name of its own. */
  local: string | undefined
  x: number
  y: number
  minZoom: number
  /** Labels of more important places have the room first. */
  rank: number
}

interface PlaceColumns {
  names: string[]
  lon: number[]
  lat: number[]
  minZoom: number[]
  rank: number[]
  languages: string[]
  /** In the file of the world only: which cells there are. */
  cells?: string[]
}

/** Languages whose readers do not read Latin names; the others do. */
const scripts: Partial<Record<Language, string>> = { cn: 'zh', th: 'th', km: 'km', my: 'my' }

/** From here on the small places of the region are fetched too. */
const cellsFromZoom = 7.5

/** Reads places as they are needed: the cities of the world at once, small places by cells of 10 degrees. */
export class PlaceStore {
  readonly #baseUrl: string
  readonly #onPlaces: (places: Place[]) => void
  readonly #onNames: () => void
  readonly #asked = new Set<string>()
  readonly #files = new Map<string, { places: Place[]; languages: string[] }>()
  #cells = new Set<string>()
  #language: Language

  constructor(
    baseUrl: string,
    language: Language,
    { onPlaces, onNames }: { onPlaces: (places: Place[]) => void; onNames: () => void },
  ) {
    this.#baseUrl = baseUrl
    this.#language = language
    this.#onPlaces = onPlaces
    this.#onNames = onNames
    void this.#load('world')
  }

  setLanguage(language: Language): void {
    if (language === this.#language) return
    this.#language = language
    for (const file of this.#files.keys()) void this.#translate(file)
  }

  /** Makes sure that what lies in these bounds is there, or on its way. */
  cover(zoom: number, west: number, south: number, east: number, north: number): void {
    if (zoom < cellsFromZoom) return
    for (let column = cell(west, 180); column <= cell(east, 180); column++) {
      for (let row = cell(south, 90); row <= cell(north, 90); row++) {
        const name = `${((column % 36) + 36) % 36}_${row}`
        if (this.#cells.has(name)) void this.#load(name)
      }
    }
  }

  async #load(file: string): Promise<void> {
    if (this.#asked.has(file)) return
    this.#asked.add(file)
    const columns = await this.#read<PlaceColumns>(`places/${file}.json`)
    if (!columns) {
      this.#asked.delete(file)
      return
    }
    if (columns.cells) this.#cells = new Set(columns.cells)
    const places = toPlaces(columns)
    this.#files.set(file, { places, languages: columns.languages })
    await this.#translate(file)
    this.#onPlaces(places)
  }

  /** Puts the names of the user's language beside the places of a file. */
  async #translate(file: string): Promise<void> {
    const { places, languages } = this.#files.get(file)!
    const language = this.#language
    const script = scripts[language]
    const hasNames = script !== undefined && languages.includes(script)
    const names = hasNames ? await this.#read<Record<number, string>>(`names/${script}/${file}.json`) : null
    if (language !== this.#language) return
    for (const [row, place] of places.entries()) place.local = names?.[row]
    this.#onNames()
  }

  async #read<Content>(path: string): Promise<Content | null> {
    try {
      const response = await fetch(this.#baseUrl + path)
      return response.ok ? await response.json() : null
    } catch {
      return null
    }
  }
}

function cell(degrees: number, offset: number): number {
  return Math.floor((degrees + offset) / 10)
}

function toPlaces(columns: PlaceColumns): Place[] {
  return columns.names.map((name, row) => {
    const [x, y] = toWebMercator(columns.lon[row]! / 10_000, columns.lat[row]! / 10_000)
    return { name, local: undefined, x, y, minZoom: columns.minZoom[row]!, rank: columns.rank[row]! }
  })
}
