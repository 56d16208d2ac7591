import { expect, test } from 'vitest'
import { alarms } from '../../codes/alarms.ts'
import { alarmText } from './alarm-texts.ts'

test.each(Object.values(alarms))('alarm %i has a name in Chinese and in English', (code) => {
  expect(alarmText(code, 'cn')).toBeTruthy()
  expect(alarmText(code, 'fr')).toBe(alarmText(code, 'en'))
  expect(alarmText(code, 'en')).not.toBe(String(code))
})
