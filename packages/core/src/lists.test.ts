import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reports } from './features/statistics/reports.ts'
import { namedThings } from './lists/columns.ts'
import { lists } from './lists.ts'

const tables = [...lists.map((list) => [list.name, list] as const), ...Object.entries(reports)]

test.each(['en', 'cn'])('every column of a list or a report has a name in %s', (language) => {
  const cwd = import.meta.dirname
  const files = globSync(`{features/*,lists}/texts/${language}.json`, { cwd })
  const names = Object.assign(
    {},
    ...files.map((file) => JSON.parse(readFileSync(join(cwd, file), 'utf8')).reports?.column),
  )
  const nameless = tables.flatMap(([table, { columns }]) =>
    columns
      .map(({ key, name = key }: { key: string; name?: string }) => name)
      .filter((name) => !names[name])
      .map((name) => `${table}: ${name}`),
  )
  expect(nameless).toEqual([])
})

test('no two lists share a name', () => {
  expect(new Set(lists.map(({ name }) => name)).size).toBe(lists.length)
})

test.each(tables)('the columns of %s have different keys', (_, { columns }) => {
  const keys = columns.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
})

test.each(lists.map((list) => [list.name, list] as const))(
  'rows of %s say what their names lead to',
  (_, list) => {
    const { element } = list.find.output.shape.list as unknown as { element: { shape: object } }
    const named = list.columns.flatMap(({ key, names = namedThings[key] }) => (names ? [names.by] : []))
    expect(named.filter((key) => !(key in element.shape))).toEqual([])
  },
)

test.each(['en', 'cn'])('what is done to many rows by a form is named by its button in %s', (language) => {
  const cwd = import.meta.dirname
  const files = globSync(`features/*/texts/${language}.json`, { cwd })
  const acts = Object.assign(
    {},
    ...files.map((file) => JSON.parse(readFileSync(join(cwd, file), 'utf8')).list?.act),
  )
  const forms = lists.flatMap(({ bulk }) => bulk.filter(({ fieldKeys }) => fieldKeys !== undefined))
  expect(forms.filter(({ name }) => !acts[`${name}_other`]).map(({ name }) => name)).toEqual([])
})
