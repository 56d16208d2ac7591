import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reportText } from './report-text.ts'

const cwd = join(import.meta.dirname, '../..')

test('every text that files and mails name is there', () => {
  const sources = globSync('**/*.ts', { cwd, exclude: (name) => name.endsWith('.test.ts') })
    .map((file) => readFileSync(join(cwd, file), 'utf8'))
    .filter((source) => source.includes('/report-text.ts'))
  const keys = sources.flatMap((source) =>
    [...source.matchAll(/\b(?:reportText\([\w.]+, |t\()'([\w.]+)'/g)].map(([, key]) => key!),
  )
  expect(keys).toContain('mail.subject')
  expect(keys.filter((key) => reportText('en', key) === '')).toEqual([])
})

test('a language without texts of its own is English', () => {
  expect(reportText('vi', 'column.day')).toBe('Day')
  expect(reportText('cn', 'column.day')).not.toBe('Day')
})

test('an alarm has its name', () => {
  expect(reportText('en', 'alarm.sos')).toBe('SOS')
})
