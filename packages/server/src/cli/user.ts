import { createInterface } from 'node:readline'
import { setPassword } from '../features/accounts/admin.ts'
import { isGuessablePassword } from '../platform/guessable-passwords.ts'
import { StartError } from '../platform/start-error.ts'
import { runCommand, withDatabase } from './with-database.ts'

/**
 * `trackway user password <name>`: recovery for a password that is lost. Reads the new one from standard
 * input and ends the account's sessions. Works beside a running server as well as without one.
 */
const usage = 'Usage: trackway user password <user name>, with the new password on standard input.'
const [action, username] = process.argv.slice(2)

if (action === '--help') console.log(usage)
else if (action !== 'password' || !username) {
  console.error(usage)
  process.exitCode = 2
} else
  await runCommand(async () => {
    await withDatabase(async (database) => {
      if (!(await setPassword(database, username, await readPassword())))
        throw new StartError(`Unknown account: ${username}.`)
    })
    console.log(`Password of ${username} set. All its sessions have ended.`)
  })

/** The first line of standard input. */
async function readPassword(): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr, prompt: 'New password: ' })
  terminal.prompt()
  let password = ''
  for await (const line of terminal) {
    password = line.trim()
    break
  }
  if (password.length < 8) throw new StartError('The password must have at least 8 characters.')
  if (isGuessablePassword(password)) throw new StartError('This password is easy to guess. Choose another.')
  return password
}
