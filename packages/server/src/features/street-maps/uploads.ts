import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadPartBytes } from '@trackway/core/features/street-maps/calls.ts'
import { z } from 'zod'
import { Refusal } from '../../platform/errors.ts'
import { mapFolder } from './map-folder.ts'

/** Map files on their way: they come in parts, so that none takes longer than a request may. */

const staleMs = 24 * 3_600_000
/** Left on the disk beside a map. */
const spareBytes = 256 * 1024 * 1024
const plan = z.object({ fileName: z.string(), sizeBytes: z.number() })
type Plan = z.output<typeof plan>

export async function beginUpload(upload: Plan): Promise<{ uploadId: string; partBytes: number }> {
  const where = uploadFolder()
  await mkdir(where, { recursive: true })
  await removeStale(where)
  const free = await freeBytes()
  if (free !== null && upload.sizeBytes + spareBytes > free) throw new Refusal('mapNoRoom')
  const uploadId = randomUUID()
  await writeFile(join(where, uploadId), '')
  await writeFile(join(where, `${uploadId}.json`), JSON.stringify(upload))
  return { uploadId, partBytes: uploadPartBytes }
}

/**
 * Stores a part.
 * @returns the bytes stored so far; a part that does not continue them is dropped, and the client goes on from there
 */
export async function addPart(uploadId: string, offset: number, bytes: Buffer): Promise<number> {
  const { path, sizeBytes } = await findUpload(uploadId)
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    // Sent again after an answer that was lost: it is there already.
    if (offset !== size || size + bytes.length > sizeBytes) return size
    await file.write(bytes, 0, bytes.length, offset)
    return size + bytes.length
  } finally {
    await file.close()
  }
}

/** @throws {Refusal} `notFound`, `uploadIncomplete` */
export async function completeUpload(uploadId: string): Promise<{ path: string; fileName: string }> {
  const { path, fileName, sizeBytes } = await findUpload(uploadId)
  if ((await stat(path)).size < sizeBytes) throw new Refusal('uploadIncomplete')
  return { path, fileName }
}

export async function removeUpload(uploadId: string): Promise<void> {
  const path = join(uploadFolder(), uploadId)
  await Promise.all([path, `${path}.json`].map((file) => rm(file, { force: true })))
}

export async function freeBytes(): Promise<number | null> {
  const where = mapFolder()
  if (where === null) return null
  await mkdir(where, { recursive: true })
  const { bavail, bsize } = await statfs(where)
  return bavail * bsize
}

async function findUpload(uploadId: string): Promise<Plan & { path: string }> {
  const path = join(uploadFolder(), uploadId)
  const text = await readFile(`${path}.json`, 'utf8').catch(() => null)
  if (text === null) throw new Refusal('notFound')
  return { path, ...plan.parse(JSON.parse(text)) }
}

function uploadFolder(): string {
  const where = mapFolder()
  if (where === null) throw new Refusal('unavailable')
  return join(where, 'uploads')
}

async function removeStale(where: string): Promise<void> {
  for (const name of await readdir(where)) {
    const path = join(where, name)
    const stats = await stat(path).catch(() => null)
    if (stats && Date.now() - stats.mtimeMs > staleMs) await rm(path, { force: true })
  }
}
