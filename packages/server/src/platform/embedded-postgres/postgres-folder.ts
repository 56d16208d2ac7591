import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { StartError } from '../start-error.ts'
import type { Unprivileged } from './unprivileged.ts'

/** What the embedded PostgreSQL keeps on disk: its folder, whom it belongs to, and its password. */

/** Major version of the server binaries that come with the project. */
const majorVersion = 18
/** The only user of the database. */
export const user = 'trackway'

/**
 * The password of the database, made the first time. It is written before the database exists, so that a crash in
 * between leaves a folder that works.
 */
export async function passwordOf(dataDir: string): Promise<string> {
  const file = join(dataDir, 'postgres-password')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    // Another password than that of a database that is there would lock us out of it.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const password = randomBytes(24).toString('hex')
    await writeFile(file, `${password}\n`, { mode: 0o600 })
    return password
  }
}

/** Makes the folder of a new, empty database. @throws {StartError} with the last line of initdb */
export async function initialise(
  folder: string,
  password: string,
  as: Unprivileged,
  isThrowaway: boolean,
): Promise<void> {
  // Built beside and renamed, so that a half-made folder is never taken for a database.
  const unfinished = `${folder}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const passwordFile = join(unfinished, '..', `.pw-${process.pid}`)
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  if (as.owner) {
    await chown(unfinished, as.owner.uid, as.owner.gid)
    await chown(passwordFile, as.owner.uid, as.owner.gid)
  }
  const args = ['-U', user, '--pwfile', join('..', basename(passwordFile)), '--auth=scram-sha-256']
  args.push('--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8')
  if (isThrowaway) args.push('--no-sync')
  try {
    await finished(as.run('initdb', unfinished, args, { stdio: ['ignore', 'ignore', 'pipe'] }))
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(unfinished, folder)
}

/** @throws {StartError} for a folder that another major version wrote */
export async function checkVersion(folder: string): Promise<void> {
  const version = Number((await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim())
  if (version === majorVersion) return
  throw new StartError(
    `The data folder ${folder} was written by PostgreSQL ${version}, but this Trackway brings PostgreSQL ${majorVersion}: start the Trackway version that wrote it, or move the data with pg_dump.`,
  )
}

/** A folder that was moved, or copied by root, may belong to someone else than who is to run the server. */
export async function giveTo(folder: string, { owner }: Unprivileged): Promise<void> {
  if (!owner || (await stat(folder)).uid === owner.uid) return
  await finished(
    spawn('chown', ['-R', `${owner.uid}:${owner.gid}`, folder], { stdio: ['ignore', 'ignore', 'pipe'] }),
  )
}

async function finished(child: ChildProcess): Promise<void> {
  let errors = ''
  child.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0
        ? resolve()
        : reject(new StartError(`PostgreSQL could not create its folder: ${lastLine(errors)}`)),
    )
  })
}

/** The line of an error message or log with the cause. */
export function lastLine(text: string): string {
  const lines = text.trim().split('\n')
  return lines.findLast((line) => /FATAL|error|ERROR/.test(line)) ?? lines.at(-1) ?? 'it gave no reason'
}
