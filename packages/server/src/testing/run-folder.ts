import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../platform/embedded-postgres/free-port.ts'

/**
 * Makes the folder in which everything of this test run lies: from now on `tmpdir()` is that folder here and in
 * the test files. A process of its own watches over it: when the run is over, also when it was killed, it ends
 * every PostgreSQL that still runs in there and removes the folder. Servers end when their starter is gone.
 * @returns how to end all that now
 */
export function openRunFolder(): () => Promise<void> {
  const parent = tmpdir()
  const folder = mkdtempSync(join(parent, 'trackway-tests-'))
  chmodSync(folder, 0o755) // PostgreSQL's own user must be able to pass through
  process.env.TMPDIR = folder
  const watch = spawn(process.execPath, [join(import.meta.dirname, 'run-folder-watch.ts'), folder], {
    // A session of its own: Ctrl-C in the terminal must not end it before the rest. The pipe closes with us.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: parent },
  })
  return async () => {
    process.env.TMPDIR = parent
    await new Promise((resolve) => {
      watch.stdout.once('close', resolve).once('data', resolve)
      watch.stdin.end('finished')
    })
    watch.unref()
    watch.stdout.destroy()
  }
}

/**
 * What Node makes of our code, kept from run to run: of the hundred programs that tests start, all but the first
 * take a third of the processor time.
 */
export const compiled = join(import.meta.dirname, '../../../../.cache/compiled')

/** Ports that neither outgoing connections nor a server's own PostgreSQL get. */
const [firstPort, lastPort] = [10_000, 19_999]

/** A port that nobody else in this test run gets, for a server that takes it some time from now, or again and again. */
export async function ownPort(): Promise<number> {
  for (;;) {
    const port = await freePort(firstPort, lastPort)
    try {
      // In the folder of the run, which all its processes and threads share.
      mkdirSync(join(tmpdir(), `port-${port}`))
      return port
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
