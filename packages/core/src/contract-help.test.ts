import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allCalls } from './contract.ts'

const cwd = import.meta.dirname
const helps: Record<string, string> = Object.assign(
  {},
  ...globSync('features/*/help/cn.json', { cwd }).map(
    (file) => JSON.parse(readFileSync(join(cwd, file), 'utf8')).calls,
  ),
)
const paths = new Set<string>(allCalls.map(({ path }) => path))

test('the Chinese help is of calls that there are, and names what it names in the English one', () => {
  expect(Object.keys(helps).filter((path) => !paths.has(path))).toEqual([])
  const namesIn = (text: string) => [...new Set(text.match(/`[^`]+`/g))].sort()
  for (const { path, help } of allCalls)
    if (helps[path] && path !== '/api/map/getKeyAddress')
      expect(namesIn(helps[path]), path).toEqual(namesIn(help))
})

test('hardly a call is without Chinese help; those listed here are to be written', () => {
  const missing = [...paths].filter((path) => !(path in helps))
  // A call may be there some days before its translation: until then its help is English.
  expect(missing.length, missing.join('\n')).toBeLessThanOrEqual(30)
})
