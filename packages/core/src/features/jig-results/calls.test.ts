import { expect, test } from 'vitest'
import { columnValue } from '../../lists/columns.ts'
import { writeValue } from '../../lists/forms.ts'
import { expectedText, type JigResult, serialResultList } from './calls.ts'

const item = { code: 'csq', unit: '', low: null, high: null, text: null }

test.each([
  [{ ...item, low: 20, high: 60, unit: 'mA' }, 'csq 20…60 mA'],
  [{ ...item, low: 6 }, 'csq ≥ 6'],
  [{ ...item, high: 60, unit: 's' }, 'csq ≤ 60 s'],
  [{ ...item, text: 'V1.2.4' }, 'csq = V1.2.4'],
  [item, 'csq'],
])('%j is expected as %s', (expected, text) => expect(expectedText(expected)).toBe(text))

test('what was measured is shown with its decimals', () => {
  const volts = { ...item, code: 'externalVoltage', unit: 'V', value: 11.8 }
  const column = serialResultList.columns.find(({ key }) => key === 'serialExternalVoltage')!
  const value = columnValue(column, { items: [volts] } as unknown as JigResult) as number
  const format = { number: (whole: number) => String(Math.round(whole)), decimals: String }
  expect(writeValue(value, column.form, format as never)).toBe('11.8')
})
