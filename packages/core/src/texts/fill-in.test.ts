import { expect, test } from 'vitest'
import { fillIn, isolated } from './fill-in.ts'

test('values take the place of their names', () => {
  expect(fillIn('{{name}}: {{count}} of {{total}}.{{rest}}', { name: '沪A12345', count: 2, total: 3 })).toBe(
    '沪A12345: 2 of 3.',
  )
})

test.each(['شاحنة 12', 'משאית (3)', 'ޓްރަކް'])('%s does not turn the sentence around it', (name) => {
  expect(isolated(name)).toBe(`\u2068${name}\u2069`)
  expect(fillIn('{{name}} (3)', { name })).toBe(`\u2068${name}\u2069 (3)`)
})

test.each(['沪A12345', 'Xe tải 7', 'รถ 1', 'ООО «Север»'])('%s stays as it is', (name) => {
  expect(isolated(name)).toBe(name)
})
