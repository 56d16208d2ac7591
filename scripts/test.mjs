// npm test [-- <folder or file> --project pure --changed …]: the tests, on a fresh clone too. Ends with the line
// `N passed, N failed, N skipped`, after the names of what failed and what was skipped.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installIfNeeded, root, runOwned } from './runtime.mjs'

installIfNeeded()

const folder = mkdtempSync(join(tmpdir(), 'trackway-counts-'))
const countsFile = join(folder, 'counts.json')
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts', 'test-counts.mjs')}`]
const status = await runOwned([vitest, 'run', ...reporters, ...process.argv.slice(2)], {
  env: { ...process.env, TEST_COUNTS: countsFile },
})

const { passed, failed, skipped } = readCounts()
rmSync(folder, { recursive: true, force: true })
// Whatever the reporter saw: the exit code is the verdict.
if (status !== 0 && failed.length === 0) failed.push(`the run ended with ${status}: see the lines above`)
list('Failed', failed)
list('Skipped', skipped)
console.log(
  `${passed} passed, ${failed.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
)
process.exit(failed.length > 0 ? 1 : 0)

function readCounts() {
  try {
    return JSON.parse(readFileSync(countsFile, 'utf8'))
  } catch {
    return { passed: 0, failed: ['the run ended without a result: see the lines above'], skipped: [] }
  }
}

function list(title, names) {
  if (names.length > 0) console.log([`${title}:`, ...names.map((name) => `  ${name}`)].join('\n'))
}
