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

function npmTest(): { code: number | null; lines: string[]; said: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'scripts', 'test.mjs'), '--root', folder],
    {
      encoding: 'utf8',
    },
  )
  return { code: status, lines: stdout.trim().split('\n'), said: stderr }
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
  expect(lines.slice(-3)).toEqual(['Failed:', '  a.test.ts > two', '1 passed, 1 failed'])
  expect(code).toBe(1)
})

test('a beforeAll that throws fails the run, and its tests are named as skipped', () => {
  file('a.test.ts', "beforeAll(() => { throw new Error('no database') })", "test('one', () => {})")
  const { code, lines } = npmTest()
  expect(lines.slice(-5)).toEqual([
    'Failed:',
    '  a.test.ts: no database',
    'Skipped:',
    '  a.test.ts > one',
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
  expect(lines.slice(-3)).toEqual(['Failed:', '  outside the tests: stray', '1 passed, 1 failed'])
  expect(code).toBe(1)
})

test('what was skipped is named with its reason', () => {
  file('a.test.ts', "test('one', () => {})", "test('two', ({ skip }) => skip('no such server here'))")
  const { code, lines } = npmTest()
  expect(lines.slice(-3)).toEqual([
    'Skipped:',
    '  a.test.ts > two: no such server here',
    '1 passed, 0 failed, 1 skipped',
  ])
  expect(code).toBe(0)
})

test('a setup that throws before any test fails the run', () => {
  file('vitest.config.ts', "export default { test: { globalSetup: './setup.ts' } }")
  file('setup.ts', "export default () => { throw new Error('no browser') }")
  file('a.test.ts', "test('one', () => {})")
  const { code, lines, said } = npmTest()
  expect(lines.at(-1)).toBe('0 passed, 1 failed')
  expect(said).toContain('no browser')
  expect(code).toBe(1)
})

test('a run without any test fails', () => {
  const { code, lines } = npmTest()
  expect(lines.at(-1)).toBe('0 passed, 1 failed')
  expect(code).toBe(1)
})
