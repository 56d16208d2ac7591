import { expect, test } from 'vitest'
import { feared, riskConfirmation } from './risk.ts'

const t = ((key: string) => key) as never

test('a free text is asked about as what it means', () => {
  expect(feared('text', { content: 'AV010' })).toBe('oilCut')
  expect(feared('text', { content: 'STATUS#' })).toBe('text')
  expect(feared('timer', { movingS: 30 })).toBe('timer')
})

test('the cut alone wants something typed; what is harmless is not asked about', () => {
  expect(riskConfirmation('oilCut', '861', t)).toMatchObject({ typed: '861' })
  expect(riskConfirmation('factory', '861', t)).not.toHaveProperty('typed')
  expect(riskConfirmation('text', '861', t)).toBeNull()
})
