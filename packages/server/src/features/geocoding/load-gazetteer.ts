import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createWorkerPool } from '../../platform/workers/worker-pool.ts'
import { gazetteerStamp } from './build-gazetteer.ts'
import { createGazetteer, type Gazetteer } from './gazetteer.ts'
import { formatVersion } from './gazetteer-file.ts'

const folder = fileURLToPath(new URL('../../../.cache/', import.meta.url))

/**
 * Opens the gazetteer. The first time on a machine a thread makes it and it is kept in `.cache` of this
 * package; a folder that can not be written to only means that the next start makes it again.
 */
export async function loadGazetteer(cacheFolder = folder): Promise<Gazetteer> {
  const file = `${cacheFolder}gazetteer-${formatVersion}-${gazetteerStamp()}.bin`
  const kept = await open(file)
  if (kept) return kept

  const block = await build()
  try {
    await mkdir(cacheFolder, { recursive: true })
    // Renamed when it is whole: another process may be reading.
    await writeFile(`${file}.${process.pid}`, new Uint8Array(block))
    await rename(`${file}.${process.pid}`, file)
  } catch {
    // Made again by the next start.
  }
  return createGazetteer(block)
}

/** @returns null where there is no file, or not a whole one */
async function open(file: string): Promise<Gazetteer | null> {
  try {
    const { buffer, byteOffset, byteLength } = await readFile(file)
    return createGazetteer(buffer.slice(byteOffset, byteOffset + byteLength))
  } catch {
    return null
  }
}

async function build(): Promise<ArrayBuffer> {
  const pool = createWorkerPool(new URL('build-gazetteer.ts', import.meta.url), 'buildGazetteer', 1)
  try {
    return await pool.run(undefined)
  } finally {
    await pool.destroy()
  }
}
