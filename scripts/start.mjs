// npm start: installs what is missing, builds the web app if its sources changed, and runs the server.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildWebIfNeeded } from './build-web.mjs'
import { fail, installIfNeeded, node, root } from './runtime.mjs'

installIfNeeded()
try {
  buildWebIfNeeded()
} catch (error) {
  fail(error.message)
}

const main = join(root, 'packages', 'server', 'src', 'main.ts')
// The channel tells the server when this process is gone, however it went.
const server = spawn(node(), [main, ...process.argv.slice(2)], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
}
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

// npm may be killed without a word to its scripts: then nobody is left who could stop the server. npm is the
// parent of the shell that runs this.
const starters = ancestry()
setInterval(() => {
  if (ancestry() !== starters) server.kill('SIGTERM')
}, 1_000).unref()

/** The process ids of parent and, where the system tells, grandparent. */
function ancestry() {
  try {
    const [, , parent] = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
      .replace(/^.*\) /, '0 ')
      .split(' ')
    return `${process.ppid} ${parent}`
  } catch {
    return String(process.ppid)
  }
}
