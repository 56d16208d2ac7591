// What every command needs before anything of ours can run. Plain JavaScript for Node 20.19 and newer,
// without dependencies: it runs before they are installed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const neededMajor = 24

/** Ends the command with one sentence. */
export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** Installs the dependencies if they are missing or older than the lock file. */
export function installIfNeeded() {
  const lock = join(root, 'package-lock.json')
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  console.log('Installing dependencies…')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // Not `npm ci`: it insists on packages of other platforms that a registry may not carry.
  const { status } = spawnSync(npm, ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) fail('The dependencies could not be installed: see the lines above, then start again.')
}

/** The Node that runs our TypeScript: this one if it is new enough, else the one npm installed. */
export function node() {
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath
  const ours = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  if (!existsSync(ours)) {
    fail(
      `Trackway needs Node ${neededMajor}; none came with the dependencies on ${process.platform}-${process.arch}: install Node ${neededMajor} or newer.`,
    )
  }
  return ours
}

/** Runs one of our programs to its end. @returns its exit code */
export function run(args, options = {}) {
  const { status } = spawnSync(node(), args, { cwd: root, stdio: 'inherit', ...options })
  return status ?? 1
}

/**
 * The same for a program that starts others: signals are passed on to it, and the channel between us tells it when
 * this process is gone, however it went (it gets `disconnect`).
 * @returns its exit code
 */
export function runOwned(args, options = {}) {
  const child = spawn(node(), args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    ...options,
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  }
  // npm may be killed without a word to its scripts: then nobody is left who could stop the child. npm is the
  // parent of the shell that runs this.
  const starters = ancestry()
  setInterval(() => {
    if (ancestry() !== starters) child.kill('SIGTERM')
  }, 1_000).unref()
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}

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
