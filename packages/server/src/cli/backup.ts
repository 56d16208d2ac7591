import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { backUp } from '../platform/database/backup/backup.ts'
import { checkBackup } from '../platform/database/backup/backup-file.ts'
import { restore } from '../platform/database/backup/restore.ts'
import { StartError } from '../platform/start-error.ts'
import { runCommand, withDatabaseUrl } from './with-database.ts'

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
} else
  await runCommand(async () => {
    const path = resolve(file)
    if (action === 'restore' && !existsSync(path)) throw new StartError(`File not found: ${path}.`)
    const rows = await withDatabaseUrl(
      (url) => (action === 'backup' ? backUp(url, path, progress) : restore(url, path, progress)),
      { makesFolder: action === 'restore' },
    )
    if (action === 'backup') await checkBackup(path)
    console.log(action === 'backup' ? `${path} holds ${rows} rows.` : `${rows} rows restored.`)
    progress(keyNotes[action])
  })
