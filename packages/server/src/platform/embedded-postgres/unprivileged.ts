import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartError } from '../start-error.ts'

/** How to run a program that refuses to be root. */
export interface Unprivileged {
  /** Present only when this process is root: who must own the program's files. */
  owner?: { uid: number; gid: number }
  spawn(file: string, args: string[], options: SpawnOptions): ChildProcess
}

/** The traditional ids of `nobody`, where the system has no user `postgres`. */
const nobody = { uid: 65_534, gid: 65_534 }

/**
 * PostgreSQL refuses to run as root. Then it runs as the system's user `postgres`, or as `nobody`. Where that
 * user could not pass through the folders on the way (a clone below /root), it runs in a user namespace of its
 * own: root outside, so that every folder is open, an ordinary user inside.
 * @param folders that the program must reach
 * @throws {StartError} if neither can be done
 */
export async function unprivileged(folders: string[]): Promise<Unprivileged> {
  if (process.getuid?.() !== 0) return { spawn }
  const { uid, gid } = await serviceUser()
  const areReachable = (await Promise.all(folders.map((folder) => isReachable(folder, uid, gid)))).every(
    Boolean,
  )
  if (areReachable) {
    return {
      owner: { uid, gid },
      spawn: (file, args, options) => spawn(file, args, { ...options, uid, gid }),
    }
  }
  const namespace = ['--user', '--map-user', String(uid), '--']
  if (spawnSync('unshare', [...namespace, 'true']).status !== 0) {
    throw new StartError(
      `PostgreSQL can not run as root, and its user can not reach ${folders.join(' or ')}: start Trackway as another user, or move it out of a private folder.`,
    )
  }
  return {
    owner: { uid: 0, gid: 0 },
    spawn: (file, args, options) => spawn('unshare', [...namespace, file, ...args], options),
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
async function isReachable(folder: string, uid: number, gid: number): Promise<boolean> {
  for (let path = folder; ; path = dirname(path)) {
    const { mode, uid: owner, gid: group } = await stat(path)
    const execute = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
    if ((mode & execute) === 0) return false
    if (path === dirname(path)) return true
  }
}
