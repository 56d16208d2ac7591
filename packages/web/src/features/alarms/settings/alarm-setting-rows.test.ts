import { alarmLimits } from '@trackway/core/features/alarms/alarm-settings.ts'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import {
  alarmGroups,
  faultOf,
  isSetHere,
  limitOf,
  originsOf,
  ruleOf,
  withField,
  withoutAlarm,
  withoutField,
} from './alarm-setting-rows.ts'

const rule = { isOn: true, severity: 'notice', windowMinutes: 5, byPlatform: true, limit: 15 } as const
const inherited = { idlingTooLong: rule, sos: { ...rule, limit: null } } as never
const t = ((key: string, values?: object) => [key, ...Object.values(values ?? {})].join(' ')) as TFunction

test('what is set here is kept, and what is as inherited is not set', () => {
  const own = withField({}, inherited, 'idlingTooLong', 'limit', 30)
  expect(own).toEqual({ idlingTooLong: { limit: 30 } })
  expect(withField(own, inherited, 'idlingTooLong', 'isOn', false)).toEqual({
    idlingTooLong: { limit: 30, isOn: false },
  })
  expect(withField(own, inherited, 'idlingTooLong', 'limit', 15)).toEqual({})
})

test('a field that is inherited again leaves the others, and the alarm goes with its last field', () => {
  const own = { idlingTooLong: { limit: 30, isOn: false }, sos: { isOn: false } }
  expect(withoutField(own, 'idlingTooLong', 'isOn')).toEqual({
    idlingTooLong: { limit: 30 },
    sos: { isOn: false },
  })
  expect(withoutField(own, 'sos', 'isOn')).toEqual({ idlingTooLong: own.idlingTooLong })
  expect(withoutField(own, 'powerCut' as never, 'isOn')).toEqual(own)
})

test('the speed limit, which stays where it is left out, is inherited again by name', () => {
  const own = { overspeed: { limit: 80, isOn: false } }
  expect(withoutField(own, 'overspeed', 'limit')).toEqual({ overspeed: { limit: null, isOn: false } })
  expect(withoutAlarm(own, 'overspeed')).toEqual({ overspeed: { limit: null } })
  expect(isSetHere({ limit: null })).toBe(false)
  expect(ruleOf({ ...rule, limit: 120 }, { limit: null })).toMatchObject({ limit: 120 })
  expect(originsOf(t, 'overspeed', { overspeed: { limit: null } }, {})).toEqual([])
})

test('a limit beyond its bounds, or a window of more than a day, is a fault of its alarm', () => {
  const { min, max } = alarmLimits.idlingTooLong
  expect(faultOf({ idlingTooLong: { limit: min }, sos: { windowMinutes: 1_440 } })).toBeNull()
  expect(faultOf({ sos: { isOn: true }, idlingTooLong: { limit: max + 1 } })).toBe('idlingTooLong')
  expect(faultOf({ sos: { windowMinutes: 1_441 } })).toBe('sos')
  expect(faultOf({ sos: { windowMinutes: -1 } })).toBe('sos')
})

test('only alarms of which the platform measures something take a limit', () => {
  expect(limitOf('idlingTooLong')).toMatchObject({ unit: 'minutes' })
  expect(limitOf('sos')).toBeUndefined()
})

test('each alarm is in one group', () => {
  const all = Object.values(alarmGroups).flat()
  expect(new Set(all).size).toBe(all.length)
  for (const name of Object.keys(alarmLimits)) expect(all).toContain(name)
})

test('each field says where it was set; those of the platform say nothing', () => {
  const origins = { 'sos.severity': { level: 'type' as const, username: 'fleet', group: null } }
  expect(originsOf(t, 'sos', { sos: { isOn: false } }, origins)).toEqual([
    { field: 'isOn', isOwn: true, text: 'alarms.settings.own' },
    { field: 'severity', isOwn: false, text: 'ui.level.origin.type fleet' },
  ])
})
