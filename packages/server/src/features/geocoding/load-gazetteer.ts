import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import { createWorkerPool } from '../../platform/workers/worker-pool.ts'
import { type GazetteerData, gazetteerStamp } from './build-gazetteer.ts'
import { createGazetteer, type Gazetteer } from './gazetteer.ts'

/** Of `GazetteerData`: another number makes a new file. */
const formatVersion = 6
const folder = fileURLToPath(new URL('../../../.cache/', import.meta.url))

/**
 * Opens the gazetteer. The first time on a machine a thread makes it and it is kept in `.cache` of this
 * package; a folder that cannot be written to only means that the next start makes it again.
 */
export async function loadGazetteer(cacheFolder = folder): Promise<Gazetteer> {
  const file = `${cacheFolder}gazetteer-${formatVersion}-${gazetteerStamp()}.bin`
  try {
    return createGazetteer(await unpack(await readFile(file)))
  } catch {
    // There is no file, or not a whole one.
  }
  const data = await build()
  try {
    await mkdir(cacheFolder, { recursive: true })
    // Renamed when it is whole: another process may be reading.
    await writeFile(`${file}.${process.pid}`, pack(data))
    await rename(`${file}.${process.pid}`, file)
  } catch {
    // Made again by the next start.
  }
  return createGazetteer(data)
}

function pack(data: GazetteerData): Buffer {
  return serialize(Object.fromEntries(Object.entries(data).map(([part, value]) => [part, serialize(value)])))
}

/** A turn of the event loop for each part: all of them take 50 ms. */
async function unpack(bytes: Buffer): Promise<GazetteerData> {
  const data: Record<string, unknown> = {}
  for (const [part, packed] of Object.entries(deserialize(bytes) as Record<string, Uint8Array>)) {
    data[part] = deserialize(packed)
    await nextTurn()
  }
  return data as unknown as GazetteerData
}

async function build(): Promise<GazetteerData> {
  const pool = createWorkerPool(new URL('build-gazetteer.ts', import.meta.url), 'buildGazetteer', 1)
  try {
    return await pool.run(undefined)
  } finally {
    await pool.destroy()
  }
}
