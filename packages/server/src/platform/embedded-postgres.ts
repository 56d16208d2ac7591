import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries.ts'
import { StartError } from './start-error.ts'
import { type Unprivileged, unprivileged } from './unprivileged.ts'

/** Major version of the server binaries that come with the project. */
const majorVersion = 18
const user = 'trackway'
const databaseName = 'trackway'
const readyTimeoutMs = 60_000
const stopTimeoutMs = 4_000
const watchIntervalMs = 1_000

export interface EmbeddedPostgres {
  /** Of the database `trackway`, with user and password. */
  url: string
  /** False: it was running already, left behind by or belonging to another process. */
  isOurs: boolean
  /** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>
}

interface Options {
  /** Folder that holds, or will hold, the database in `postgres/`. */
  dataDir: string
  /** 0: any free one. */
  port: number
  /** For tests: no flush to disk, so a crash of the machine would lose the database. */
  isThrowaway?: boolean
}

/**
 * Starts PostgreSQL on the data folder, creating it the first time. A server that a killed process left
 * running on the same folder is taken over, so that a restart needs no recovery.
 *
 * The registry package's own starter is not used: it can not run as root without adding a system user, and
 * it does not know a server that outlived its parent.
 * @throws {StartError} one sentence saying what is wrong with folder, version or port
 */
export async function startEmbeddedPostgres({
  dataDir,
  port,
  isThrowaway = false,
}: Options): Promise<EmbeddedPostgres> {
  const binaries = await postgresBinaries()
  const folder = join(dataDir, 'postgres')
  const as = await unprivileged([binaries.folder, dataDir])
  const password = await passwordOf(dataDir)
  if (!existsSync(join(folder, 'PG_VERSION'))) await initialise(binaries, folder, password, as, isThrowaway)
  await checkVersion(folder)
  await giveTo(folder, as)

  const running = await runningServer(folder)
  const server = running ?? (await launch(binaries, folder, port || (await freePort()), as, isThrowaway))
  const urlOf = (name: string) => `postgres://${user}:${password}@127.0.0.1:${server.port}/${name}`
  try {
    await waitUntilReady(urlOf('postgres'), server, folder)
    await createDatabase(urlOf('postgres'))
  } catch (error) {
    await stopServer(server)
    throw error
  }
  return {
    url: urlOf(databaseName),
    isOurs: !running,
    stop: watch(server, (port) => launch(binaries, folder, port, as, isThrowaway)),
  }
}

/**
 * Starts the server again on its port should it ever end by itself; connections wait and reconnect meanwhile.
 * @returns how to stop it for good
 */
function watch(first: RunningServer, again: (port: number) => Promise<RunningServer>): () => Promise<void> {
  let server = first
  let isRestarting = false
  const timer = setInterval(async () => {
    if (isRestarting || !(await isGone(server))) return
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

async function isGone({ child, pid }: RunningServer): Promise<boolean> {
  return child ? child.exitCode !== null || child.signalCode !== null : !(await isPostgres(pid))
}

/** A folder that was moved, or copied by root, may belong to someone else than who is to run the server. */
async function giveTo(folder: string, { owner }: Unprivileged): Promise<void> {
  if (!owner || (await stat(folder)).uid === owner.uid) return
  await finished(
    spawn('chown', ['-R', `${owner.uid}:${owner.gid}`, folder], { stdio: ['ignore', 'ignore', 'pipe'] }),
  )
}

interface RunningServer {
  pid: number
  port: number
  /** Absent for a server taken over. */
  child?: ChildProcess
}

/** The password is written before the database exists, so that a crash in between leaves a folder that works. */
async function passwordOf(dataDir: string): Promise<string> {
  const file = join(dataDir, 'postgres-password')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch {
    const password = randomBytes(24).toString('hex')
    await writeFile(file, `${password}\n`, { mode: 0o600 })
    return password
  }
}

async function initialise(
  binaries: PostgresBinaries,
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
  const args = [
    '-D',
    unfinished,
    '-U',
    user,
    '--pwfile',
    passwordFile,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
  ]
  args.push('--locale-provider=builtin', '--locale=C.UTF-8')
  if (isThrowaway) args.push('--no-sync')
  try {
    await finished(as.spawn(binaries.initdb, args, { stdio: ['ignore', 'ignore', 'pipe'] }))
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(unfinished, folder)
}

async function finished(child: ChildProcess): Promise<void> {
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0
        ? resolve()
        : reject(new StartError(`PostgreSQL could not create its folder: ${lastLine(said)}`)),
    )
  })
}

async function checkVersion(folder: string): Promise<void> {
  const version = Number((await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim())
  if (version === majorVersion) return
  throw new StartError(
    `The data folder ${folder} was written by PostgreSQL ${version}, but this Trackway brings PostgreSQL ${majorVersion}: start the Trackway version that wrote it, or move the data with pg_dump.`,
  )
}

/** A server that still runs on this folder, by its own lock file: process id in line 1, port in line 4. */
async function runningServer(folder: string): Promise<RunningServer | undefined> {
  const lockFile = join(folder, 'postmaster.pid')
  const lines = await readFile(lockFile, 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  )
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (!pid || !port || !(await isPostgres(pid))) return undefined
  return { pid, port }
}

async function isPostgres(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  // Process ids are used again: where the system tells the name, it must be ours.
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => 'postgres')
  return command.includes('postgres')
}

async function launch(
  binaries: PostgresBinaries,
  folder: string,
  port: number,
  as: Unprivileged,
  isThrowaway: boolean,
): Promise<RunningServer> {
  if (!(await isFree(port))) {
    throw new StartError(
      `Port ${port} for the embedded PostgreSQL is in use: set PG_PORT to another, or to 0 for any free one.`,
    )
  }
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '256MB',
    max_wal_size: '4GB',
    min_wal_size: '256MB',
    wal_compression: 'on',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    jit: 'off',
    log_timezone: 'UTC',
    timezone: 'UTC',
    ...(isThrowaway ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
  }
  const args = ['-D', folder, '-p', String(port)]
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
  const logFile = openSync(join(folder, '..', 'postgres.log'), 'a')
  // A session of its own: Ctrl-C in the terminal is for us, who first finish what was received.
  const child = as.spawn(binaries.postgres, args, { stdio: ['ignore', logFile, logFile], detached: true })
  closeSync(logFile)
  child.once('error', () => {})
  child.unref()
  return { pid: child.pid ?? 0, port, child }
}

async function waitUntilReady(url: string, server: RunningServer, folder: string): Promise<void> {
  const until = Date.now() + readyTimeoutMs
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      await client.end().catch(() => {})
      if (await isGone(server)) {
        const said = await readFile(join(folder, '..', 'postgres.log'), 'utf8').catch(() => '')
        throw new StartError(`PostgreSQL did not start: ${lastLine(said)}`, { cause: error })
      }
      if (Date.now() > until)
        throw new StartError('PostgreSQL was not ready within a minute.', { cause: error })
      await sleep(50)
    }
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`create database ${databaseName}`)
  } finally {
    await client.end()
  }
}

async function stopServer(server: RunningServer): Promise<void> {
  if (server.pid === 0) return
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    try {
      process.kill(server.pid, signal)
    } catch {
      return
    }
    const until = Date.now() + stopTimeoutMs
    while (Date.now() < until) {
      if (await isGone(server)) return
      await sleep(20)
    }
  }
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

function lastLine(text: string): string {
  const lines = text.trim().split('\n')
  return lines.findLast((line) => /FATAL|error|ERROR/.test(line)) ?? lines.at(-1) ?? 'it gave no reason'
}

/** Makes the data folder, or says in one sentence why it can not be used. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true })
    const probe = join(dataDir, `.write-test-${process.pid}`)
    await writeFile(probe, '')
    await rm(probe)
    // The database's user, another than root, must be able to pass through.
    if (process.getuid?.() === 0) await chmod(dataDir, 0o755)
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} can not be written (${(error as NodeJS.ErrnoException).code}): set DATA_DIR to a folder that can.`,
      { cause: error },
    )
  }
}
