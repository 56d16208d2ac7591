import { createInterface } from 'node:readline/promises'
import { setPassword } from '../features/accounts/admin.ts'
import { openDatabase } from '../platform/database/database.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts'
import { readConfig } from '../platform/settings/config.ts'

/**
 * `trackway user password <name>`: recovery for a password that is lost. Reads the new one from standard
 * input and ends the account's sessions. Works beside a running server as well as without one.
 */
const [action, username] = process.argv.slice(2)
if (action !== 'password' || !username) {
  console.error('Use: trackway user password <user name>, with the new password on standard input.')
  process.exit(1)
}

const config = readConfig(process.env)
const url = config.database.url
const postgres = url ? undefined : await startEmbeddedPostgres({ dataDir: config.dataDir, port: 0 })
const database = openDatabase(url ?? postgres?.url ?? '', 4)
try {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const password = (await terminal.question('New password: ')).trim()
  terminal.close()
  if (password.length < 8) throw new Error('A password has at least 8 characters.')
  if (!(await setPassword(database, username, password))) throw new Error(`No account is called ${username}.`)
  console.log(`The password of ${username} is set; its sessions have ended.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await database.close()
  // A server that was running before stays running.
  if (postgres?.isOurs) await postgres.stop()
}
