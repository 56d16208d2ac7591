import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { backUp } from '../platform/database/backup/backup.ts'
import { checkBackup } from '../platform/database/backup/backup-file.ts'
import { restore } from '../platform/database/backup/restore.ts'
import { prepareDataDir, startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts'
import { ConfigError, readConfig } from '../platform/settings/config.ts'
import { StartError } from '../platform/start-error.ts'

/**
 * `trackway backup FILE` writes all that the database holds, beside a running server as well as without one;
 * `trackway restore FILE` fills an empty database or data folder from it. Progress goes to standard error.
 */
const usage = `Usage: trackway backup FILE    (writes the whole database, also while the server runs)
       trackway restore FILE   (into an empty database or data folder)
DATA_DIR or DATABASE_URL selects the database, as for the server.`
/** A backup that held the key would disclose everything that is sealed under it. */
const keyNotes = {
  backup:
    'The key of owner records and other secrets is not in it: keep SECRET_KEY, or DATA_DIR/secret.key, with it.',
  restore:
    'Owner records and other secrets need the key they were encrypted with: set SECRET_KEY, or copy secret.key to DATA_DIR.',
}
const [action, file] = process.argv.slice(2)
const progress = (line: string) => console.error(line)

if (process.argv.includes('--help')) console.log(usage)
else if ((action !== 'backup' && action !== 'restore') || !file) {
  console.error(usage)
  process.exitCode = 2
} else {
  try {
    const path = resolve(file)
    if (action === 'restore' && !existsSync(path)) throw new StartError(`File not found: ${path}.`)
    const rows = await withDatabase(action === 'restore', (url) =>
      action === 'backup' ? backUp(url, path, progress) : restore(url, path, progress),
    )
    if (action === 'backup') await checkBackup(path)
    console.log(action === 'backup' ? `${path} holds ${rows} rows.` : `${rows} rows restored.`)
    progress(keyNotes[action])
  } catch (error) {
    if (!(error instanceof StartError || error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

async function withDatabase<T>(makesFolder: boolean, work: (url: string) => Promise<T>): Promise<T> {
  const { database, dataDir } = readConfig(process.env)
  if (database.url) return work(database.url)
  if (makesFolder) await prepareDataDir(dataDir)
  else if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION')))
    throw new StartError(
      `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as for the server.`,
    )
  const postgres = await startEmbeddedPostgres({ dataDir, port: 0 })
  try {
    return await work(postgres.url)
  } finally {
    // A server that was running before stays running.
    if (postgres.isOurs) await postgres.stop()
  }
}
