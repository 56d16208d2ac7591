import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'

/** Runs the programs of PostgreSQL, which refuse to be root. */
export interface Unprivileged {
  /** Present only when this process is root: who must own the database's folder. */
  owner?: { uid: number; gid: number }
  /** Starts a program in a database's folder, which it takes for its data. */
  run(program: 'initdb' | 'postgres', folder: string, args: string[], options: SpawnOptions): ChildProcess
}

/** The traditional ids of `nobody`, where the system has no user `postgres`. */
const nobody = { uid: 65_534, gid: 65_534 }
/** Where the programs are copied to when their user cannot reach them. */
const publicFolder = '/var/cache/trackway'

/**
 * Started by root, PostgreSQL runs as the system's user `postgres`, or as `nobody`. That user need not be able to
 * pass through the folders on the way to the data (a clone below /root): on Linux the program is started in its
 * folder while it is still root, and finds it as `/proc/self/cwd`. The programs themselves must be reachable; where
 * they are not, they are copied to `/var/cache/trackway`.
 * @throws {StartError} where neither can be done
 */
export async function unprivileged(
  binaries: PostgresBinaries,
  dataDir: string,
  copyFolder = publicFolder,
): Promise<Unprivileged> {
  if (process.getuid?.() !== 0) {
    return {
      run: (program, folder, args, options) =>
        spawn(binaries[program], ['-D', folder, ...args], { ...options, cwd: folder }),
    }
  }
  const owner = await serviceUser()
  const isLinux = process.platform === 'linux'
  // Files beside the database's folder are read as well.
  await chmod(dataDir, ((await stat(dataDir)).mode & 0o7777) | 0o011)
  if (!isLinux && !(await isReachable(dataDir, owner))) {
    throw new StartError(
      `PostgreSQL cannot run as root, and its user cannot reach ${dataDir}: start Trackway as another user, or move it out of a private folder.`,
    )
  }
  const reached = (await isReachable(binaries.folder, owner)) ? binaries : await copied(binaries, copyFolder)
  return {
    owner,
    run: (program, folder, args, options) =>
      spawn(reached[program], ['-D', isLinux ? '/proc/self/cwd' : folder, ...args], {
        ...options,
        ...owner,
        cwd: folder,
      }),
  }
}

async function serviceUser(): Promise<{ uid: number; gid: number }> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const fields = users
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'postgres')
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : nobody
}

/** May this user enter every folder down to this one? */
async function isReachable(folder: string, user: { uid: number; gid: number }): Promise<boolean> {
  for (let path = folder; ; path = dirname(path)) {
    const { mode, uid, gid } = await stat(path)
    const execute = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & execute) === 0) return false
    if (path === dirname(path)) return true
  }
}

/** The programs where every user can run them: 60 MB, copied once a version. */
async function copied(binaries: PostgresBinaries, copyFolder: string): Promise<PostgresBinaries> {
  try {
    const { version } = JSON.parse(await readFile(join(binaries.folder, 'package.json'), 'utf8'))
    const folder = join(copyFolder, `postgres-${version}`)
    if (!(await stat(folder).catch(() => null))) {
      const unfinished = `${folder}.${process.pid}`
      await mkdir(unfinished, { recursive: true })
      await cp(binaries.folder, unfinished, { recursive: true, verbatimSymlinks: true })
      await once(spawn('chmod', ['-R', 'a+rX', copyFolder], { stdio: 'ignore' }), 'exit')
      // Another process may have been faster.
      await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }))
    }
    const moved = (path: string) => join(folder, path.slice(binaries.folder.length))
    return { folder, initdb: moved(binaries.initdb), postgres: moved(binaries.postgres) }
  } catch (error) {
    throw new StartError(
      `PostgreSQL cannot run as root, its user cannot reach ${binaries.folder}, and it cannot be copied to ${copyFolder} (${(error as NodeJS.ErrnoException).code}): start Trackway as another user, move it out of a private folder, or set DATABASE_URL.`,
      { cause: error },
    )
  }
}
