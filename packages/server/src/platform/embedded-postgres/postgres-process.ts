import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../start-error.ts'
import { freePort, isFree } from './free-port.ts'
import type { Unprivileged } from './unprivileged.ts'

/** The server process of the embedded PostgreSQL: finding one that runs, starting, watching and stopping it. */

const stopTimeoutMs = 4_000
const watchIntervalMs = 1_000

/**
 * Nothing is worth a flush, and nothing but the tests' own work takes locks or is in statistics. Several test files
 * use it at once, some of them through several servers with a pool each.
 */
const throwaway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '400',
}

export interface RunningServer {
  pid: number
  port: number
  /** Absent for a server taken over. */
  child?: ChildProcess
}

const lockFileOf = (folder: string) => join(folder, 'postmaster.pid')

/** A server that still runs on this folder, by its own lock file: process id in line 1, port in line 4. */
export async function runningServer(folder: string): Promise<RunningServer | undefined> {
  const lockFile = lockFileOf(folder)
  const lines = await readFile(lockFile, 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  )
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (!pid || !port || !(await isPostgres(pid))) return undefined
  return { pid, port }
}

/**
 * Ends the processes that a killed server left, else a new one refuses to start: sessions that were busy do not notice that
 * their server is gone, and its process id may belong to another program by now, above all in a container.
 */
async function clearRemains(folder: string): Promise<void> {
  const until = Date.now() + stopTimeoutMs
  while (Date.now() < until) {
    const orphans = await orphansOf(folder)
    if (orphans.length === 0) break
    for (const pid of orphans) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
    await sleep(20)
  }
  const [pid] = (await readFile(lockFileOf(folder), 'utf8').catch(() => '')).split('\n')
  if (Number(pid) > 0 && isAlive(Number(pid))) await rm(lockFileOf(folder))
}

/** Sessions without a server: each works in its folder. Elsewhere than on Linux they end by themselves, later. */
async function orphansOf(folder: string): Promise<number[]> {
  const path = await realpath(folder)
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const ofFolder = await Promise.all(
    pids.map(async (pid) => {
      if ((await readlink(`/proc/${pid}/cwd`).catch(() => '')) !== path) return []
      const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
      const parent = /^PPid:\s+(\d+)$/m.exec(await read('status'))?.[1]
      // The title of a session; that of a server is how it was started.
      return { pid, parent, isSession: (await read('cmdline')).startsWith('postgres:') }
    }),
  )
  const found = ofFolder.flat()
  const orphans = found.filter((one) => one.isSession && !found.some(({ pid }) => pid === one.parent))
  return orphans.map(({ pid }) => Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Another user's.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function isPostgres(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false
  // Process ids are used again: where the system shows the name, it must be ours.
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => 'postgres')
  return command.includes('postgres')
}

/**
 * Starts the server on its folder.
 * @param port 0: any free one
 * @throws {StartError} for a port that is in use
 */
export async function launch(
  folder: string,
  requestedPort: number,
  as: Unprivileged,
  isThrowaway: boolean,
): Promise<RunningServer> {
  const port = requestedPort || (await freePort())
  if (!(await isFree(port))) {
    throw new StartError(
      `Port ${port} for the embedded PostgreSQL is in use: set PG_PORT to another, or to 0 for any free one.`,
    )
  }
  await clearRemains(folder)
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '256MB',
    max_wal_size: '4GB',
    min_wal_size: '256MB',
    // After a checkpoint pages go to the log whole: compressing them would hold up the commits that change them.
    wal_compression: 'off',
    // A commit that needs a new file of the log would wait until 16 MB of zeros are on the disk.
    wal_init_zero: 'off',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    jit: 'off',
    log_timezone: 'UTC',
    // The log names faults, and not what people stored.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    timezone: 'UTC',
    ...(isThrowaway ? throwaway : {}),
  }
  const args = ['-p', String(port)]
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
  const logFile = openSync(join(folder, '..', 'postgres.log'), 'a')
  // A session of its own: Ctrl-C in the terminal is for us, who first finish what was received.
  const child = as.run('postgres', folder, args, { stdio: ['ignore', logFile, logFile], detached: true })
  closeSync(logFile)
  child.once('error', () => {})
  child.unref()
  return { pid: child.pid ?? 0, port, child }
}

/**
 * Starts the server again on its port should it ever end by itself; connections wait and reconnect meanwhile.
 * @returns how to stop it for good
 */
export function watch(
  first: RunningServer,
  again: (port: number) => Promise<RunningServer>,
): () => Promise<void> {
  let server = first
  let isRestarting = false
  const timer = setInterval(async () => {
    if (isRestarting || !(await hasEnded(server))) return
    isRestarting = true
    // A port that is still held, or a folder that is full, may be free in the next round.
    server = await again(server.port).catch(() => server)
    isRestarting = false
  }, watchIntervalMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    return stopServer(server)
  }
}

/** Has the process ended? */
export async function hasEnded({ child, pid }: RunningServer): Promise<boolean> {
  return child ? child.exitCode !== null || child.signalCode !== null : !(await isPostgres(pid))
}

/** Fast shutdown; after a while, an immediate one. */
export async function stopServer(server: RunningServer): Promise<void> {
  if (server.pid === 0) return
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    try {
      process.kill(server.pid, signal)
    } catch {
      return
    }
    const until = Date.now() + stopTimeoutMs
    while (Date.now() < until) {
      if (await hasEnded(server)) return
      await sleep(20)
    }
  }
}
