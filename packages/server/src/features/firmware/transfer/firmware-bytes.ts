import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { openFile } from '../../../platform/file-store/file-store.ts'

/** Files that stay in memory for those who need them next. */
const maxFiles = 8

const files = new Map<string, Promise<Buffer>>()

/**
 * The whole content of a file: parts are cut out of it at any place.
 * @throws when it is not there, or not as it was uploaded
 */
export function firmwareBytes({ fileKey, sha256 }: { fileKey: string; sha256: string }): Promise<Buffer> {
  const known = files.get(fileKey)
  files.delete(fileKey)
  const bytes = known ?? read(fileKey, sha256)
  files.set(fileKey, bytes)
  // One that cannot be read now is tried again by whoever needs it next.
  bytes.catch(() => files.delete(fileKey))
  if (files.size > maxFiles) files.delete(files.keys().next().value!)
  return bytes
}

async function read(fileKey: string, sha256: string): Promise<Buffer> {
  const bytes = await buffer(await openFile(fileKey))
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error(`the file ${fileKey} is not what was uploaded`)
  return bytes
}
