import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The process that ends what a test run has left in its folder: see `run-folder.ts`. */

const folder = process.argv[2]!
/** Servers whose starter is gone finish what they have; until then they start their PostgreSQL again. */
const patienceMs = 20_000
/** Longer than a server takes to notice that its PostgreSQL has ended. */
const quietAfterKillMs = 1_500

/** A run that was not killed writes to the pipe: then nobody is left who could start anything again. */
let quietMs = quietAfterKillMs
for await (const _ of process.stdin) quietMs = 0
const until = Date.now() + patienceMs
for (let quietSince = Date.now(); Date.now() < until && Date.now() - quietSince <= quietMs; ) {
  if (endDatabases()) quietSince = Date.now()
  await sleep(100)
}
removeFolder()
process.stdout.on('error', () => {}) // the run was killed: nobody reads
process.stdout.write('removed')
// A server that was interrupted while it made its database may have written once more.
await sleep(quietAfterKillMs)
endDatabases()
removeFolder()

function removeFolder(): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
}

/** @returns whether there was any */
function endDatabases(): boolean {
  const ended = globSync('{*,*/*}/postgres/postmaster.pid', { cwd: folder }).map((lock) => {
    try {
      const pid = Number(readFileSync(join(folder, lock), 'utf8').split('\n')[0])
      process.kill(pid, 'SIGQUIT')
      return true
    } catch {
      return false // it ended in between
    }
  })
  return ended.includes(true)
}
