import { expect, test } from 'vitest'
import cn from './cn.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import { type AlarmFacts, shortText } from './texts.ts'

const namesIn = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

test('every text is there in each language, with the same values in it', () => {
  expect(Object.keys(cn).sort()).toEqual(Object.keys(en).sort())
  for (const [name, text] of Object.entries(en))
    expect([name, namesIn(cn[name as keyof typeof cn])]).toEqual([name, namesIn(text)])
})

test('a speed is told in the units of the account', () => {
  const alarm = {
    id: 1,
    terminalID: '861234560010624',
    name: 'Van',
    accountId: 1,
    code: 5,
    subjectId: 0,
    severity: 2,
    startTime: Date.UTC(2026, 6, 31, 17, 5),
    endTime: 0,
    isOpen: true,
    count: 1,
    lat: null,
    lon: null,
    speedKmh: 96,
    maxSpeedKmh: null,
    detail: { limitKmh: 80.5 },
    state: 'new',
    sequence: 1,
  }
  const alarmFacts: AlarmFacts = { alarm, change: 'opened', swallowed: 0, step: 0 }
  const reader = { language: 'en', timeZone: 'UTC' } as const
  expect(shortText(alarmFacts, { ...reader, units: 'metric' })).toContain('96 km/h (limit 81)')
  expect(shortText(alarmFacts, { ...reader, units: 'imperial' })).toContain('60 mph (limit 50)')
})
