import { expect, test } from 'vitest'
import chinese from './api/help/cn.json' with { type: 'json' }
import { allCalls } from './contract.ts'

const paths = new Set<string>(allCalls.map(({ path }) => path))

test('the Chinese help is of calls that there are, and names what it names in the English one', () => {
  expect(Object.keys(chinese.calls).filter((path) => !paths.has(path))).toEqual([])
  const told = (text: string) => [...new Set(text.match(/`[^`]+`/g))].sort()
  const helps: Record<string, string> = chinese.calls
  for (const { path, help } of allCalls)
    if (helps[path] && path !== '/api/map/getKeyAddress') expect(told(helps[path]), path).toEqual(told(help))
})

test('hardly a call is without Chinese help; those listed here are to be written', () => {
  const missing = [...paths].filter((path) => !(path in chinese.calls))
  // A call may be there some days before its translation: until then it is told in English.
  expect(missing.length, missing.join('\n')).toBeLessThanOrEqual(30)
})
