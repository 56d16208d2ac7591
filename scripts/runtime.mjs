// What every command needs before anything of ours can run. Plain JavaScript for Node 20.19 and newer,
// without dependencies: it runs before they are installed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const neededMajor = 24
const isWindows = process.platform === 'win32'
/**
 * Options of the Node that runs the server: as many threads collect garbage as it has cores beside the main thread's.
 * Node has four of them anywhere, which would keep the main thread of a small machine from its core.
 */
export const serverOptions = ['--v8-pool-size=0']
/**
 * Its environment: glibc gives each thread an arena of its own, which keeps what was freed in it. Two are enough for the
 * few threads of a server, and leave it 20 MB smaller.
 */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' }
/** Of packages/bundled-node. */
const bundledNode = join(root, 'node_modules', '.bin', isWindows ? 'node.cmd' : 'node')

/** Ends the command with one sentence. */
export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

/**
 * Installs the dependencies if they are missing or older than the lock file.
 * @param withoutDevelopment leaves out what only building and testing need, and a Node where there is one already
 */
export function installIfNeeded({ withoutDevelopment = false } = {}) {
  const hasDevelopment = existsSync(join(root, 'node_modules', 'vitest'))
  const lock = join(root, 'package-lock.json')
  const installed = join(root, 'node_modules', '.package-lock.json')
  const isComplete = withoutDevelopment ? operatorsNode() !== null || existsSync(bundledNode) : hasDevelopment
  if (isComplete && existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  console.log('Installing dependencies…')
  const needed = ['server', 'simulator', ...(operatorsNode() === null ? ['bundled-node'] : [])]
  // What a developer installed stays.
  const parts =
    withoutDevelopment && !hasDevelopment
      ? ['--omit=dev', ...needed.flatMap((name) => ['-w', `@trackway/${name}`])]
      : ['--include=dev']
  // Not `npm ci`: it insists on packages of other platforms that a registry may not carry.
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=5']
  const { status } = spawnSync(isWindows ? 'npm.cmd' : 'npm', ['install', ...parts, ...quiet], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: isWindows,
  })
  if (status !== 0) fail('The dependencies could not be installed: see the lines above, then start again.')
}

/** The Node that runs our TypeScript: the operator's if it is new enough, else the one npm installed. */
export function node() {
  const found = operatorsNode() ?? bundledNode
  if (!existsSync(found)) {
    fail(
      `Trackway needs Node ${neededMajor}; none came with the dependencies on ${process.platform}-${process.arch}: install Node ${neededMajor} or newer.`,
    )
  }
  return found
}

/** @returns null where it is too old */
function operatorsNode() {
  // npm puts the one it installed first in the path of scripts, and names here which one runs npm itself.
  const theirs = process.env.npm_node_execpath
  if (theirs && existsSync(theirs) && majorOf(theirs) >= neededMajor) return theirs
  return Number.parseInt(process.versions.node, 10) >= neededMajor ? process.execPath : null
}

function majorOf(path) {
  const { stdout } = spawnSync(path, ['--print', 'process.versions.node'], { encoding: 'utf8' })
  return Number.parseInt(stdout ?? '', 10)
}

/** Runs one of our programs to its end. @returns its exit code */
export function run(args, options = {}) {
  const { status } = spawnSync(node(), args, { cwd: root, stdio: 'inherit', ...options })
  return status ?? 1
}

/**
 * The same for a program that starts others: signals are passed on to it, and the channel between us shows it when
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

/** The process ids of parent and, where the system knows it, grandparent. */
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
