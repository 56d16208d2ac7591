import { deviceList } from '@trackway/core/features/devices/calls.ts'
import { exportList } from '@trackway/core/features/exports/calls.ts'
import { expect, test } from 'vitest'
import { filterOf, partOf, readListUrl, urlOfPart, urlOfView, viewOfUrl } from './list-url.ts'

const stateOf = (raw: Record<string, unknown>) => JSON.parse(JSON.stringify(readListUrl(deviceList, raw)))

test('an address with nonsense shows the list as without parameters', () => {
  expect(
    stateOf({ pageNum: 'x', pageSize: 9999, state: 'flying', sort: 'drop table', due: {}, other: 1 }),
  ).toEqual({})
})

test('what is a number in an address may be a text that is searched for', () => {
  const url = stateOf({ search: 8612, terminalIDs: 8612345 })
  expect(filterOf(deviceList, url)).toMatchObject({ search: '8612', terminalIDs: ['8612345'] })
})

test('several ids have a line between them', () => {
  const url = stateOf({ terminalIDs: '861234560010624_861234560010625' })
  expect(filterOf(deviceList, url)).toMatchObject({ terminalIDs: ['861234560010624', '861234560010625'] })
  expect(stateOf({ terminalIDs: '861234560010624_no one' })).toEqual({})
})

test('without an order in the address the one of the call counts, and another rises first', () => {
  expect(partOf(deviceList, {})).toEqual({ pageNum: 1, pageSize: 15, sort: 'createTime', isDescending: true })
  expect(partOf(deviceList, { sort: 'state' })).toMatchObject({ sort: 'state', isDescending: false })
  expect(partOf(deviceList, { sort: 'state', isDescending: true })).toMatchObject({ isDescending: true })
  expect(partOf(exportList, {})).toMatchObject({ sort: '', isDescending: false })
})

test('a list without orders is asked without one', () => expect(filterOf(exportList, {})).toEqual({}))

test.each([
  { pageNum: 1, pageSize: 15, sort: 'createTime', isDescending: true },
  { pageNum: 3, pageSize: 50, sort: 'createTime', isDescending: false },
  { pageNum: 1, pageSize: 15, sort: 'state', isDescending: true },
])('the address of %j brings it back', (part) => {
  expect(partOf(deviceList, urlOfPart(deviceList, part))).toEqual(part)
})

test('what is so anyway is left out of the address', () => {
  const part = { pageNum: 1, pageSize: 15, sort: 'createTime', isDescending: true }
  expect(JSON.stringify(urlOfPart(deviceList, part))).toBe('{}')
})

test('a saved view keeps filter and order, and shows them from the first page', () => {
  const url = { state: 'offline', sort: 'state', pageNum: 4, pageSize: 50 }
  const view = viewOfUrl(deviceList, url)
  expect(view).toEqual({ state: 'offline', sort: 'state' })
  expect({ due: 'expired', pageNum: 4, ...urlOfView(deviceList, view) }).toMatchObject({
    ...view,
    due: undefined,
    pageNum: undefined,
  })
})

test('without filters the order stays', () => {
  expect(urlOfView(deviceList)).toHaveProperty('state', undefined)
  expect(urlOfView(deviceList)).not.toHaveProperty('sort')
})
