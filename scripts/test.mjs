// npm test [-- <folder or file> --project pure --changed …]: the tests, on a fresh clone too. Files that failed are
// run once more, one at a time: what passes then was a matter of load, is named, and does not fail the run.
// Ends with the line `N passed, N failed, N skipped`, after the names of what failed, was unsteady and was skipped.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installIfNeeded, root, runOwned } from './runtime.mjs'

installIfNeeded()

/** Where more files than these failed, it is the code: running them again would say nothing new. */
const mostRetried = 20
const listedFiles = 10

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts', 'test-counts.mjs')}`]
const args = process.argv.slice(2)

const { files, outside } = await runTests(args)
const toRetry = files.filter(({ failed }) => failed.length > 0)
const unsteady = []
if (toRetry.length > 0 && toRetry.length <= mostRetried) {
  console.log(`Run once more, one at a time: ${toRetry.map(({ name }) => name).join(', ')}`)
  const again = await runTests([
    ...(await withoutFilters(args)),
    '--no-file-parallelism',
    ...toRetry.map(({ path }) => path),
  ])
  outside.push(...again.outside)
  for (const file of toRetry) {
    const second = again.files.find(({ path }) => path === file.path)
    if (!second) continue
    unsteady.push(...file.failed.filter((name) => !second.failed.includes(name)))
    Object.assign(file, second, { ms: file.ms })
  }
}

const longest = files
  .toSorted((a, b) => b.ms - a.ms)
  .slice(0, listedFiles)
  .map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(6)} s  ${name}`)
const failed = [...files.flatMap((file) => file.failed), ...outside]
const skipped = files.flatMap((file) => file.skipped)
list('Longest files', longest)
list('Failed', failed)
for (const name of unsteady) console.log(`Unsteady: ${name}`)
list('Skipped', skipped)
const passed = files.reduce((sum, file) => sum + file.passed, 0)
console.log(
  `${passed} passed, ${failed.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
)
process.exit(failed.length > 0 ? 1 : 0)

/** @returns what each file came to, and what went wrong outside of all files */
async function runTests(vitestArgs) {
  const folder = mkdtempSync(join(tmpdir(), 'trackway-counts-'))
  const countsFile = join(folder, 'counts.json')
  const status = await runOwned([vitest, 'run', ...reporters, ...vitestArgs], {
    env: { ...process.env, TEST_COUNTS: countsFile },
  })
  const counts = readCounts(countsFile)
  rmSync(folder, { recursive: true, force: true })
  // Whatever the reporter saw: the exit code is the verdict.
  if (status !== 0 && counts.outside.length === 0 && counts.files.every((file) => file.failed.length === 0)) {
    counts.outside.push(`the run ended with ${status}: see the lines above`)
  }
  return counts
}

function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { files: [], outside: ['the run ended without a result: see the lines above'] }
  }
}

/** The options alone, for other files. */
async function withoutFilters(vitestArgs) {
  const { parseCLI } = await import('vitest/node')
  const { filter } = parseCLI(['vitest', 'run', ...vitestArgs])
  return vitestArgs.filter((arg) => !filter.includes(arg))
}

function list(title, names) {
  if (names.length > 0) console.log([`${title}:`, ...names.map((name) => `  ${name}`)].join('\n'))
}
