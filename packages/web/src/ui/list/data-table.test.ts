import { expect, test } from 'vitest'
import { type Column, cellSpans, nextSort, visibleColumns } from './data-table.ts'

const column = (key: string, more: Partial<Column<object>> = {}): Column<object> => ({
  key,
  title: key,
  render: () => key,
  ...more,
})
const columns = [column('id', { isFixed: true }), column('name'), column('sim', { isOptional: true })]
const keys = (chosen: string[] | null) => visibleColumns(columns, chosen).map(({ key }) => key)

test('without a choice the optional columns stay hidden', () => expect(keys(null)).toEqual(['id', 'name']))
test('a choice decides, but cannot hide what is fixed', () =>
  expect(keys(['sim', 'gone'])).toEqual(['id', 'sim']))

const part = { pageNum: 4, pageSize: 15, sort: 'name', isDescending: false }

test('a click on the sorted column turns the order, on another sorts by it; both begin at page 1', () => {
  expect(nextSort(part, 'name')).toEqual({ pageNum: 1, pageSize: 15, sort: 'name', isDescending: true })
  expect(nextSort(part, 'size', true)).toMatchObject({ sort: 'size', isDescending: true })
  expect(nextSort(part, 'id')).toEqual({ pageNum: 1, pageSize: 15, sort: 'id', isDescending: false })
})

test('neighbours with the same value share a cell, others of the same value do not', () => {
  const day = { ...column('day'), mergeBy: (row: { day: string }) => row.day }
  expect(cellSpans(day, [{ day: 'a' }, { day: 'a' }, { day: 'b' }, { day: 'a' }])).toEqual([2, 0, 1, 1])
  expect(cellSpans(column('name'), [{}])).toBeUndefined()
})
