import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { MapFileFault } from '@trackway/core/features/street-maps/pmtiles.ts'
import type { Box } from '@trackway/core/features/street-maps/tile-id.ts'
import { areaNamed } from '../features/geocoding/find-area.ts'
import { downloadCut } from '../features/street-maps/fetch/download-cut.ts'
import { planCut } from '../features/street-maps/fetch/plan-cut.ts'
import { findPublicBuild } from '../features/street-maps/fetch/public-build.ts'
import { FetchFailure, RemoteFile } from '../features/street-maps/fetch/remote-file.ts'
import {
  brokenMaps,
  installMap,
  mapFolderOf,
  reasonOf,
  streetMaps,
  uninstallMap,
} from '../features/street-maps/map-folder.ts'
import { ConfigError, readConfig } from '../platform/settings/config.ts'
import { changeSettings } from '../platform/settings/process-settings.ts'

/** `trackway map`: street maps of this server, beside a running server as well as without one. */
const usage = `Usage: trackway map add FILE [--name NAME] [--link]   (--link: the file stays where it is)
       trackway map list
       trackway map remove ID
       trackway map fetch AREA [--name NAME] [--radius KM] [--from URL] [--max-zoom 15] [--yes]
AREA is the name of a place, or a box west,south,east,north in degrees. It is cut out of a public PMTiles build, or
out of the one at --from. DATA_DIR is where maps are kept, as for the server.`

/** Something the operator can mend; its message is all there is to say. */
class MapError extends Error {}

try {
  await run()
} catch (error) {
  const isExpected = [MapError, ConfigError, MapFileFault, FetchFailure].some((kind) => error instanceof kind)
  const { code } = error as NodeJS.ErrnoException
  if (!isExpected && code === undefined) throw error
  console.error(isExpected ? (error as Error).message : reasonOf(error))
  process.exitCode = code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      link: { type: 'boolean', default: false },
      radius: { type: 'string' },
      from: { type: 'string' },
      'max-zoom': { type: 'string', default: '15' },
      yes: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
    // A box may begin with a western longitude, which looks like an option.
    args: process.argv.slice(2).map((arg) => (/^-\d/.test(arg) ? ` ${arg}` : arg)),
  })
  const [action, ...rest] = positionals
  const target = rest.join(' ').trim()
  if (values.help) return console.log(usage)
  if (action === undefined || (action !== 'list' && target === '')) {
    console.error(usage)
    process.exitCode = 2
    return
  }
  const { dataDir } = readConfig(process.env)
  changeSettings({ dataDir })
  const folder = mapFolderOf(dataDir)
  switch (action) {
    case 'add': {
      const path = resolve(target)
      if (!existsSync(path)) throw new MapError(`File not found: ${path}.`)
      const id = await installMap(folder, { path, name: values.name, by: values.link ? 'link' : 'copy' })
      return console.log(`Installed as ${id}.`)
    }
    case 'list':
      return list()
    case 'remove': {
      const builtIn = (await streetMaps()).some(({ id, origin }) => id === target && origin === 'builtIn')
      if (builtIn) throw new MapError(`${target} comes with the platform and can't be removed.`)
      if (!(await uninstallMap(folder, target))) throw new MapError(`Unknown map: ${target}.`)
      return console.log(`Removed ${target}.`)
    }
    case 'fetch':
      return fetchArea(target, folder, values)
    default:
      throw new MapError(`Unknown action: ${action}.\n${usage}`)
  }
}

async function list(): Promise<void> {
  for (const { id, name, origin, path, bytes, archive, facts } of await streetMaps()) {
    const { west, south, east, north, minZoom, maxZoom } = archive.header
    const box = [west, south, east, north].map((value) => value.toFixed(3)).join(',')
    console.log(
      `${id}  ${name}  ${sizeOf(bytes)}  ${box}  z${minZoom}-${maxZoom}  ${facts.schema}  ${origin}  ${path}`,
    )
  }
  for (const { path, reason } of await brokenMaps()) console.error(`${path} is not shown: ${reason}`)
}

interface FetchOptions {
  name?: string | undefined
  radius?: string | undefined
  from?: string | undefined
  'max-zoom': string
  yes: boolean
}

async function fetchArea(area: string, folder: string, options: FetchOptions): Promise<void> {
  const { name, box } = boxOf(area) ?? (await areaNamed(area, numberOf(options.radius))) ?? unknown(area)
  const url = options.from ?? (await findPublicBuild())
  const source = new RemoteFile(url)
  console.log(
    `${name} (${Object.values(box)
      .map((value) => value.toFixed(3))
      .join(',')}) of ${url}`,
  )
  // Its length is known from its first answer on.
  await source.read(0, 1)
  const plan = await planCut(source, box, numberOf(options['max-zoom']) ?? 15)
  console.log(
    `${plan.tiles} tiles, ${sizeOf(plan.bytes)}; ${sizeOf(plan.bytesToRead)} to download in ${plan.requests.length} requests.`,
  )
  if (!options.yes && !(await isConfirmed())) throw new MapError('Nothing was downloaded.')
  const draft = join(folder, `fetch-${process.pid}.download`)
  let shown = 0
  await downloadCut(source, plan, draft, (bytes) => {
    const percent = Math.floor((100 * bytes) / plan.bytesToRead)
    if (percent < shown + 5 && percent !== 100) return
    shown = percent
    console.log(`${percent} %  ${sizeOf(bytes)}`)
  })
  const id = await installMap(folder, {
    path: draft,
    name: options.name ?? name,
    by: 'move',
    fileName: options.name ?? name,
  })
  console.log(`Installed as ${id}.`)
}

async function isConfirmed(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new MapError('Add --yes to download it.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('Download it? [y/N] ')
  terminal.close()
  return /^y/i.test(answer.trim())
}

function boxOf(text: string): { name: string; box: Box } | null {
  const numbers = text.split(',').map((part) => Number(part.trim() || Number.NaN))
  if (numbers.length !== 4 || numbers.some(Number.isNaN)) return null
  const [west, south, east, north] = numbers as [number, number, number, number]
  if (west >= east || south >= north || west < -180 || east > 180 || south < -85.06 || north > 85.06)
    throw new MapError(
      'A box is west,south,east,north in degrees. Fetch two boxes for an area across the date line.',
    )
  return { name: numbers.map((value) => value.toFixed(2)).join(' '), box: { west, south, east, north } }
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (!(value > 0 && value <= 1_000)) throw new MapError(`${text} is not a number up to 1000.`)
  return value
}

function unknown(area: string): never {
  throw new MapError(`Unknown place: ${area}. Name another one, or a box west,south,east,north.`)
}

function sizeOf(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} kB`
  return bytes < 1_000_000_000
    ? `${(bytes / 1_000_000).toFixed(1)} MB`
    : `${(bytes / 1_000_000_000).toFixed(1)} GB`
}
