import { expect, test } from 'vitest'
import { readRiskPointsUrl } from '../risk-points/url-state.ts'
import { readFencesUrl } from './url-state.ts'

const read = (raw: Record<string, unknown>) => JSON.parse(JSON.stringify(readFencesUrl(raw)))
const readPoints = (raw: Record<string, unknown>) => JSON.parse(JSON.stringify(readRiskPointsUrl(raw)))

test('an address opens a fence, edits one, or begins a new one for a vehicle', () => {
  expect(read({ chosen: 4, search: 'yard', pageNum: 2 })).toEqual({ chosen: 4, search: 'yard', pageNum: 2 })
  expect(read({ edit: 9 })).toEqual({ edit: 9 })
  expect(read({ edit: 'new', forDevice: 861_234_560_010_624 })).toEqual({
    edit: 'new',
    forDevice: '861234560010624',
  })
})

test.each([{ chosen: 'x' }, { chosen: 0 }, { edit: 'old' }, { edit: 1.5 }, { area: 'nowhere' }])(
  'nonsense as %o shows the list as if it said nothing',
  (raw) => {
    expect(read(raw)).toEqual({})
    expect(readPoints(raw)).toEqual({})
  },
)

test('the one thing that is wrong takes nothing else with it', () => {
  expect(read({ chosen: -2, edit: 9, forDevice: 'x'.repeat(21) })).toEqual({ edit: 9 })
  expect(readPoints({ chosen: 3, edit: 'x', userId: 8 })).toEqual({ chosen: 3, userId: 8 })
})
