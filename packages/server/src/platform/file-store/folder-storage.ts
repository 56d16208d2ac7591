import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FileMissing, type FileStorage } from './file-storage.ts'

/** Files in a folder, which processes on several machines must share. */
export function folderStorage(folder: string): FileStorage {
  const pathOf = (key: string) => join(folder, key)
  return {
    // The same file system: what was gathered is kept by renaming it.
    draftFolder: join(folder, 'drafts'),
    async keep(key, draft) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      await rename(draft.path, path)
      await syncFolder(dirname(path))
    },
    async read(key, range) {
      const file = await open(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') throw new FileMissing(key, { cause: error })
        throw error
      })
      return createReadStream('', { fd: file, ...range })
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}

/** Some systems have no such thing: there the name is as safe as it can be. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => null)
  await folder?.sync().catch(() => {})
  await folder?.close()
}
