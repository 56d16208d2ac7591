import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** A small project of its own; in the tree, so that it finds vitest. */
let folder: string
beforeEach(() => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  folder = mkdtempSync(join(root, '.cache', 'counted-'))
  file('vitest.config.ts', 'export default {}')
})
afterEach(() => rmSync(folder, { recursive: true }))

function file(name: string, ...lines: string[]): void {
  writeFileSync(join(folder, name), ["import { beforeAll, test } from 'vitest'", ...lines].join('\n'))
}

function npmTest(...filters: string[]): { code: number | null; lines: string[]; errors: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'scripts', 'test.mjs'), '--root', folder, ...filters],
    {
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    },
  )
  return { code: status, lines: stdout.trim().split('\n'), errors: stderr }
}

test('what passes is counted', () => {
  file('a.test.ts', "test('one', () => {})", "test('two', () => {})")
  const { code, lines } = npmTest()
  expect(lines.at(-1)).toBe('2 passed, 0 failed')
  expect(code).toBe(0)
})

test('a failed test is named and fails the run', () => {
  file('a.test.ts', "test('one', () => {})", "test('two', () => { throw new Error('no') })")
  const { code, lines } = npmTest()
  expect(lines.slice(-3)).toEqual(['Failed:', '  a.test.ts › two', '1 passed, 1 failed'])
  expect(code).toBe(1)
})

test('a beforeAll that throws fails the run, and its tests are named as skipped', () => {
  file('a.test.ts', "beforeAll(() => { throw new Error('no database') })", "test('one', () => {})")
  const { code, lines } = npmTest()
  expect(lines.slice(-5)).toEqual([
    'Failed:',
    '  a.test.ts: no database',
    'Skipped:',
    '  a.test.ts › one',
    '0 passed, 1 failed, 1 skipped',
  ])
  expect(code).toBe(1)
})

test('a file that does not load fails the run', () => {
  file('a.test.ts', "import './nowhere.ts'", "test('one', () => {})")
  file('b.test.ts', "test('two', () => {})")
  const { code, lines } = npmTest()
  expect(lines.at(-1)).toBe('1 passed, 1 failed')
  expect(lines.at(-2)).toContain('a.test.ts: ')
  expect(code).toBe(1)
})

test('an error outside the tests fails the run', () => {
  file('a.test.ts', "test('one', () => {})", "Promise.reject(new Error('stray'))")
  const { code, lines } = npmTest()
  expect(lines.slice(-3)).toEqual(['Failed:', '  a.test.ts: outside the tests: stray', '1 passed, 1 failed'])
  expect(code).toBe(1)
})

/** Fails where it is run beside others, and passes alone: the file records whether it has been run before. */
const failsAtFirst = [
  "import { existsSync, writeFileSync } from 'node:fs'",
  "const isFirst = !existsSync(import.meta.dirname + '/has-run')",
  "writeFileSync(import.meta.dirname + '/has-run', '')",
]

test('what fails beside others and passes alone is named as unsteady and does not fail the run', () => {
  file(
    'a.test.ts',
    ...failsAtFirst,
    "test('one', () => { if (isFirst) throw new Error('late') })",
    "test('two', () => {})",
  )
  file('b.test.ts', "test('three', () => {})")
  const { code, lines } = npmTest()
  expect(lines.slice(-2)).toEqual(['Unsteady: a.test.ts › one', '3 passed, 0 failed'])
  expect(code).toBe(0)
})

test('only what failed is run again, whatever files were given', () => {
  file('a.test.ts', ...failsAtFirst, "test('one', () => { if (isFirst) throw new Error('late') })")
  file('b.test.ts', "test('two', () => console.log('two is run'))")
  const { code, lines } = npmTest('a.test', 'b.test')
  expect(lines.filter((line) => line === 'two is run')).toHaveLength(1)
  expect(lines.at(-1)).toBe('2 passed, 0 failed')
  expect(code).toBe(0)
})

test('a file that loads only alone is unsteady', () => {
  file('a.test.ts', ...failsAtFirst, "if (isFirst) throw new Error('no port')", "test('one', () => {})")
  const { code, lines } = npmTest()
  expect(lines.slice(-2)).toEqual(['Unsteady: a.test.ts: no port', '1 passed, 0 failed'])
  expect(code).toBe(0)
})

test('files of a worker that crashes are run again, and fail the run if it crashes alone too', () => {
  file('vitest.config.ts', "export default { test: { pool: 'forks' } }")
  const crashes = "test('one', () => process.kill(process.pid, 'SIGKILL'))"
  file('a.test.ts', ...failsAtFirst, `if (isFirst) ${crashes}; else test('one', () => {})`)
  file('b.test.ts', "test('two', () => {})")
  const unsteady = npmTest()
  expect(unsteady.lines).toContain('Unsteady: a.test.ts: did not run')
  expect(unsteady.lines.at(-1)).toBe('2 passed, 0 failed')
  expect(unsteady.code).toBe(0)

  file('a.test.ts', crashes)
  const failed = npmTest()
  expect(failed.lines.at(-1)).toBe('1 passed, 2 failed')
  expect(failed.code).toBe(1)
})

test('what fails alone otherwise than before fails the run', () => {
  file(
    'a.test.ts',
    ...failsAtFirst,
    "test('one', () => { if (isFirst) throw new Error('late') })",
    "test('two', () => { if (!isFirst) throw new Error('early') })",
  )
  const { code, lines } = npmTest()
  expect(lines.slice(-4)).toEqual([
    'Failed:',
    '  a.test.ts › two',
    'Unsteady: a.test.ts › one',
    '1 passed, 1 failed',
  ])
  expect(code).toBe(1)
})

test('the longest files are named with their seconds', () => {
  file('a.test.ts', "test('one', () => new Promise((resolve) => setTimeout(resolve, 1_500)))")
  file('b.test.ts', "test('two', () => {})")
  const { lines } = npmTest()
  const [first = '', second = ''] = lines.slice(lines.indexOf('Longest files:') + 1)
  expect(first).toMatch(/[1-9]\d*\.\d s {2}a\.test\.ts$/)
  expect(second).toMatch(/\d\.\d s {2}b\.test\.ts$/)
})

test('what was skipped is named with its reason', () => {
  file('a.test.ts', "test('one', () => {})", "test('two', ({ skip }) => skip('no such server here'))")
  const { code, lines } = npmTest()
  expect(lines.slice(-3)).toEqual([
    'Skipped:',
    '  a.test.ts › two: no such server here',
    '1 passed, 0 failed, 1 skipped',
  ])
  expect(code).toBe(0)
})

test('a setup that throws before any test fails the run', () => {
  file('vitest.config.ts', "export default { test: { globalSetup: './setup.ts' } }")
  file('setup.ts', "export default () => { throw new Error('no browser') }")
  file('a.test.ts', "test('one', () => {})")
  const { code, lines, errors } = npmTest()
  expect(lines.at(-1)).toBe('0 passed, 1 failed')
  expect(errors).toContain('no browser')
  expect(code).toBe(1)
})

test('a run without any test fails', () => {
  const { code, lines } = npmTest()
  expect(lines.at(-1)).toBe('0 passed, 1 failed')
  expect(code).toBe(1)
})
