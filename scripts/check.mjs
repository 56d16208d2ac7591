// npm run check [-- types unused …]: everything but the tests, as many at once as there are cores, the longest first.
// Prints what those say that fail, and ends with the line `N passed, N failed`.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { installIfNeeded, root } from './runtime.mjs'

installIfNeeded()

const all = [
  'types:web',
  'types:server',
  'types:e2e',
  'format',
  'build',
  'unused',
  'directions',
  'styles',
  'paths',
]
const requested = process.argv.slice(2)
const checks = all.filter((name) => requested.length === 0 || requested.some((part) => name.startsWith(part)))
const left = [...checks]
let failed = 0

await Promise.all(Array.from({ length: availableParallelism() }, runThoseLeft))
console.log(`${checks.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 || checks.length === 0 ? 1 : 0)

async function runThoseLeft() {
  for (let name = left.shift(); name !== undefined; name = left.shift()) {
    const start = performance.now()
    const { status, output } = await run(name)
    const seconds = ((performance.now() - start) / 1_000).toFixed(1)
    console.log(`${status === 0 ? '✓' : '✗'} ${name} ${seconds} s`)
    if (status === 0) continue
    failed++
    console.log(output)
  }
}

function run(name) {
  return new Promise((resolve) => {
    const isWindows = process.platform === 'win32'
    const child = spawn(isWindows ? 'npm.cmd' : 'npm', ['run', '--silent', name], {
      cwd: root,
      shell: isWindows,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
      })
    }
    child.once('close', (status) => resolve({ status, output }))
  })
}
