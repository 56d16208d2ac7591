import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { checkVersion, giveTo, initialise, lastLine, passwordOf, user } from './postgres-folder.ts'
import { hasEnded, launch, type RunningServer, runningServer, stopServer, watch } from './postgres-process.ts'
import { unprivileged } from './unprivileged.ts'

const databaseName = 'trackway'
const readyTimeoutMs = 60_000

export interface EmbeddedPostgres {
  /** Of the database `trackway`, with user and password. */
  url: string
  /** False: it was running already, left by or belonging to another process. */
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
 * The registry package's own starter is not used: it cannot run as root without adding a system user, and
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
  const as = await unprivileged(binaries, dataDir)
  const password = await passwordOf(dataDir)
  if (!existsSync(join(folder, 'PG_VERSION'))) await initialise(folder, password, as, isThrowaway)
  await checkVersion(folder)
  await giveTo(folder, as)

  const running = await runningServer(folder)
  const server = running ?? (await launch(folder, port, as, isThrowaway))
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
    stop: watch(server, (port) => launch(folder, port, as, isThrowaway)),
  }
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
      if (await hasEnded(server)) {
        const log = await readFile(join(folder, '..', 'postgres.log'), 'utf8').catch(() => '')
        throw new StartError(`PostgreSQL did not start: ${lastLine(log)}`, { cause: error })
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

/** Makes the data folder, which others may not read, or throws one sentence why it cannot be used. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir)
    const probe = join(dataDir, `.write-test-${process.pid}`)
    await writeFile(probe, '')
    await rm(probe)
    // Who may only pass through it is decided where PostgreSQL runs as another user.
    const { mode, uid } = await stat(dataDir)
    if (uid === process.getuid?.()) await chmod(dataDir, mode & 0o711)
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code}): set DATA_DIR to a folder that can.`,
      { cause: error },
    )
  }
}

/** Node's own `recursive` tries for ever where a parent exists and nothing can be made in it, as in `/proc`. */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path) && (await stat(path)).isDirectory()) return
  if (!existsSync(dirname(path))) await makeFolder(dirname(path))
  await mkdir(path, { mode: 0o700 })
}
