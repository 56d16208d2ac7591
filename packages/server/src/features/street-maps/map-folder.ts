import { constants } from 'node:fs'
import {
  access,
  copyFile,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { asLine } from '@trackway/core/api/call.ts'
import { type StreetMapLayer, streetMapId } from '@trackway/core/features/street-maps/calls.ts'
import { MapFileFault } from '@trackway/core/features/street-maps/pmtiles.ts'
import { z } from 'zod'
import { processSettings } from '../../platform/settings/process-settings.ts'
import { type FileArchive, openFileArchive, versionOf } from './file-archive.ts'

/**
 * The maps of a process: those that come with the platform, and what lies in its folder: `<id>.pmtiles`, and beside it
 * `<id>.json` with its name, or with the path of a file elsewhere. Nothing is stored outside of it, so sharing or
 * copying the folder shares the maps.
 */

export interface StreetMap extends FileArchive {
  id: string
  name: string
  path: string
  origin: 'builtIn' | 'file' | 'link'
}

export interface BrokenMap {
  id: string
  path: string
  reason: string
}

const note = z.object({ name: z.string().optional(), path: z.string().optional() })
type Note = z.output<typeof note>

export const builtInFolder = fileURLToPath(new URL('../../../maps/', import.meta.url))
/** Another process, or the command line, may have added one. */
const rescanMs = 1_000

export const mapFolderOf = (dataDir: string): string => join(dataDir, 'maps')

/** Null: there are only the maps that come with the platform. */
export function mapFolder(): string | null {
  const { dataDir } = processSettings
  return dataDir === null ? null : mapFolderOf(dataDir)
}

interface FoundMaps {
  maps: StreetMap[]
  broken: BrokenMap[]
}

/** What was found last, when and where. */
const scans = {
  opened: new Map<string, StreetMap>(),
  folder: mapFolder(),
  time: Number.NEGATIVE_INFINITY,
  found: Promise.resolve<FoundMaps>({ maps: [], broken: [] }),
}

export function forgetScan(): void {
  scans.time = Number.NEGATIVE_INFINITY
}

/** All maps, the most detailed first; of equal ones the smallest. */
export async function streetMaps(): Promise<StreetMap[]> {
  return (await scanned()).maps
}

export async function brokenMaps(): Promise<BrokenMap[]> {
  return (await scanned()).broken
}

export function layerOf({ id, name, archive, facts, bytes, version }: StreetMap): StreetMapLayer {
  const { west, south, east, north, minZoom, maxZoom } = archive.header
  return {
    id,
    name,
    bounds: [west, south, east, north],
    minZoom,
    maxZoom,
    schema: facts.schema,
    sizeBytes: bytes,
    attribution: facts.attribution,
    url: `/map/streets/${id}.pmtiles?v=${version}`,
  }
}

function scanned(): Promise<FoundMaps> {
  const [now, folder] = [performance.now(), mapFolder()]
  if (scans.folder !== folder || now - scans.time > rescanMs) {
    // One after the other: two at once would each open what is new, and one of them would be forgotten open.
    const found = scans.found.catch(() => {}).then(() => scanFolders(folder))
    Object.assign(scans, { folder, time: now, found })
  }
  return scans.found
}

async function scanFolders(folder: string | null): Promise<FoundMaps> {
  const known = scans.opened
  const maps: StreetMap[] = []
  const broken: BrokenMap[] = []
  const places = [
    ...(folder === null ? [] : await placesIn(folder)),
    ...(await placesIn(builtInFolder)).map((place) => ({ ...place, origin: 'builtIn' as const })),
  ]
  for (const place of places) {
    // A map of the operator replaces the built-in one of this name.
    if (maps.some(({ id }) => id === place.id)) continue
    try {
      maps.push(await openPlace(place, known))
    } catch (error) {
      broken.push({ id: place.id, path: place.path, reason: reasonOf(error) })
    }
  }
  const area = ({ archive: { header } }: StreetMap) =>
    (header.east - header.west) * (header.north - header.south)
  maps.sort((a, b) => b.archive.header.maxZoom - a.archive.header.maxZoom || area(a) - area(b))
  scans.opened = new Map(maps.map((map) => [map.path, map]))
  for (const [path, old] of known) if (scans.opened.get(path)?.version !== old.version) closeLater(old)
  return { maps, broken }
}

/** Those who read from it now read on. */
function closeLater({ close }: StreetMap): void {
  setTimeout(() => close().catch(() => {}), 30_000).unref()
}

type Place = Pick<StreetMap, 'id' | 'path' | 'origin'> & { name: string | undefined }

async function openPlace(place: Place, known: ReadonlyMap<string, StreetMap>): Promise<StreetMap> {
  const before = known.get(place.path)
  const version = versionOf(await stat(place.path))
  const file: FileArchive = before?.version === version ? before : await openFileArchive(place.path)
  return { ...file, ...place, name: place.name ?? file.facts.name ?? place.id }
}

async function placesIn(where: string): Promise<Place[]> {
  const names: string[] = await readdir(where).catch(() => [])
  const ids = new Set(names.map((file) => /^([a-z0-9][a-z0-9-]{0,63})\.(?:pmtiles|json)$/.exec(file)?.[1]))
  const places: Place[] = []
  for (const id of [...ids].sort()) {
    if (id === undefined) continue
    const { name, path } = await readNote(where, id)
    if (path !== undefined) places.push({ id, name, path, origin: 'link' })
    else if (names.includes(`${id}.pmtiles`))
      places.push({ id, name, path: join(where, `${id}.pmtiles`), origin: 'file' })
  }
  return places
}

async function readNote(where: string, id: string): Promise<Note> {
  try {
    return note.parse(JSON.parse(await readFile(join(where, `${id}.json`), 'utf8')))
  } catch {
    return {}
  }
}

export interface NewMap {
  path: string
  /** What people see; without one what the file calls itself. */
  name?: string | undefined
  /** `link` leaves the file where it is; `copy` and `move` put it into the folder. */
  by: 'link' | 'copy' | 'move'
  /** Its id is made of this, else of the path. */
  fileName?: string
}

/**
 * Checks a file and installs it under an id of its own.
 * @returns the id
 * @throws {MapFileFault} and the system's error for a file that cannot be read
 */
export async function installMap(where: string, { path, name, by, fileName }: NewMap): Promise<string> {
  const file = await openFileArchive(path)
  try {
    await checkFirstTile(file)
  } finally {
    await file.close()
  }
  await mkdir(where, { recursive: true })
  const id = await freeId(where, fileName ?? basename(path))
  const target = join(where, `${id}.pmtiles`)
  const shown = name ?? file.facts.name ?? undefined
  const text = JSON.stringify({ name: shown && asLine(shown, 100), ...(by === 'link' && { path }) })
  if (by === 'move') await rename(path, target)
  if (by === 'copy') await copyWhole(path, target)
  await writeFile(join(where, `${id}.json`), `${text}\n`)
  forgetScan()
  return id
}

/** A name for it of its own on the same disk costs nothing; else it is copied, and has its name once it is whole. */
async function copyWhole(path: string, target: string): Promise<void> {
  try {
    await link(path, target)
  } catch {
    const draft = `${target}.part`
    await copyFile(path, draft, constants.COPYFILE_FICLONE)
    await rename(draft, target)
  }
}

/** One tile must open: what is cut in the middle of its tiles, or filled with something else, shows here. */
async function checkFirstTile({ archive, bytes }: FileArchive): Promise<void> {
  for await (const [first] of archive.entries()) {
    if (first === undefined) continue
    const { tiles } = archive.header
    if (tiles.offset + first.offset + first.length > bytes)
      throw new MapFileFault('truncated', 'The first tile lies behind the end of the file.')
    return
  }
  throw new MapFileFault('noStreets', 'The file holds no tiles.')
}

/** @returns whether there was one; a file elsewhere stays */
export async function uninstallMap(where: string, id: string): Promise<boolean> {
  const files = [join(where, `${id}.pmtiles`), join(where, `${id}.json`)]
  const present = await Promise.all(
    files.map((file) =>
      access(file).then(
        () => true,
        () => false,
      ),
    ),
  )
  await Promise.all(files.map((file) => rm(file, { force: true })))
  forgetScan()
  return present.includes(true)
}

async function freeId(where: string, fileName: string): Promise<string> {
  const plain = fileName
    .replace(/\.pmtiles$/i, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
  const stem = streetMapId.safeParse(plain).success ? plain : 'map'
  const taken = new Set([...(await placesIn(where)), ...(await placesIn(builtInFolder))].map(({ id }) => id))
  for (let n = 1; ; n++) {
    const id = n === 1 ? stem : `${stem}-${n}`
    if (!taken.has(id)) return id
  }
}

export function reasonOf(error: unknown): string {
  if (error instanceof MapFileFault) return error.message
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' ? 'File not found.' : `The file can't be read (${code ?? error}).`
}
