import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lists } from './lists.ts'
import { reports } from './reports/reports.ts'

const tables = { ...lists, ...reports }

test.each(['en', 'cn'])('every column of a list or a report has a name in %s', (language) => {
  const path = new URL(`reports/texts/${language}.json`, import.meta.url)
  const names = JSON.parse(readFileSync(path, 'utf8')).reports.column
  const nameless = Object.entries(tables).flatMap(([table, { columns }]) =>
    columns
      .map(({ key, name = key }: { key: string; name?: string }) => name)
      .filter((name) => !names[name])
      .map((name) => `${table}: ${name}`),
  )
  expect(nameless).toEqual([])
})

test.each(Object.entries(tables))('the columns of %s are told apart by their keys', (_, { columns }) => {
  const keys = columns.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
})
