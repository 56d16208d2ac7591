import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setPassword } from '../features/accounts/admin.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts'
import { isGuessablePassword } from '../platform/guessable-passwords.ts'
import { ConfigError, readConfig } from '../platform/settings/config.ts'
import { StartError } from '../platform/start-error.ts'

/**
 * `trackway user password <name>`: recovery for a password that is lost. Reads the new one from standard
 * input and ends the account's sessions. Works beside a running server as well as without one.
 */
const usage = 'Usage: trackway user password <user name>, with the new password on standard input.'
const [action, username] = process.argv.slice(2)

/** Something the operator can mend; its message is all there is to say. */
class UserError extends Error {}

if (action === '--help') console.log(usage)
else if (action !== 'password' || !username) {
  console.error(usage)
  process.exitCode = 2
} else {
  try {
    await changePassword(username)
    console.log(`Password of ${username} set. All its sessions have ended.`)
  } catch (error) {
    if (![UserError, StartError, ConfigError].some((kind) => error instanceof kind)) throw error
    console.error((error as Error).message)
    process.exitCode = 1
  }
}

async function changePassword(username: string): Promise<void> {
  const { database: settings, dataDir } = readConfig(process.env)
  if (!settings.url && !existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) {
    throw new UserError(
      `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as for the server, or start the server first.`,
    )
  }
  const password = await readPassword()
  const postgres = settings.url ? undefined : await startEmbeddedPostgres({ dataDir, port: 0 })
  let database: Database | undefined
  try {
    database = openDatabase(settings.url ?? postgres!.url, 4)
    if (!(await setPassword(database, username, password))) {
      throw new UserError(`Unknown account: ${username}.`)
    }
  } finally {
    await database?.close()
    // A server that was running before stays running.
    if (postgres?.isOurs) await postgres.stop()
  }
}

/** The first line of standard input. */
async function readPassword(): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr, prompt: 'New password: ' })
  terminal.prompt()
  let password = ''
  for await (const line of terminal) {
    password = line.trim()
    break
  }
  if (password.length < 8) throw new UserError('The password must have at least 8 characters.')
  if (isGuessablePassword(password)) throw new UserError('This password is easy to guess. Choose another.')
  return password
}
