// npm test [-- <folder or file> --project pure --changed …]: the tests, on a fresh clone too. Ends with the line `N passed, N failed`.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { installIfNeeded, root, run } from './runtime.mjs'

installIfNeeded()

const results = join(root, '.cache', 'test-results.json')
mkdirSync(join(root, '.cache'), { recursive: true })
rmSync(results, { force: true })

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`]
const status = run([vitest, 'run', ...reports, ...process.argv.slice(2)])

let counted = { numPassedTests: 0, numFailedTests: 1 }
try {
  counted = JSON.parse(readFileSync(results, 'utf8'))
} catch {
  console.error('The tests ended without a result.')
}
// A file that does not load holds no test that could fail: it counts as one.
const failedFiles = (counted.testResults ?? []).filter(
  (file) => file.status === 'failed' && file.assertionResults.length === 0,
)
const failed = counted.numFailedTests + failedFiles.length
console.log(`${counted.numPassedTests} passed, ${failed} failed`)
process.exit(status !== 0 || failed > 0 ? 1 : 0)
