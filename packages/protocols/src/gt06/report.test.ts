import { alarms } from '@trackway/core/codes/alarms.ts'
import { describe, expect, test } from 'vitest'
import type { Report } from '../protocol.ts'
import { gt06 } from './gt06.ts'
import { newSession } from './session.ts'
import { aFrame, now } from './testing/frame-builder.ts'

const place = 'c9 027ac818 0c465860 00 1400'
const cell = '01cc00287d001f71'
const read = (number: number, body: string, session = newSession()): Report =>
  gt06.decode(aFrame(number, body), session, now)[0]!.reports[0]!
const alarm = (code: string, more: { info?: string; language?: string; dialect?: string } = {}) =>
  read(
    0x27,
    `1a0101000000 ${place} 09 ${cell} ${more.info ?? '00'} 04 04 ${code} ${more.language ?? '02'} ff`,
    newSession(more.dialect ? { dialect: more.dialect } : {}),
  )

describe('alarms', () => {
  test.each([
    ['01', undefined, alarms.sos],
    ['09', undefined, alarms.movedWhileParked],
    ['09', 'vl', alarms.towed],
    ['09', 'wanway', alarms.vibration],
    ['19', undefined, alarms.internalBatteryLow],
    ['19', 'lw', alarms.harshAcceleration],
    ['28', 'seeworld', alarms.harshCornering],
    ['28', 'vl', alarms.poweredOff],
    ['30', undefined, alarms.harshBraking],
    ['30', 'wanway', alarms.signalJammed],
  ])('%s of dialect %s', (code, dialect, expected) => {
    expect(alarm(code, dialect ? { dialect } : {})).toMatchObject({
      alarms: [expected],
      extra: { alarmCode: Number.parseInt(code, 16) },
    })
  })

  test('the language byte extends the code', () => {
    expect(alarm('07', { language: '12' })).toMatchObject({
      alarms: [alarms.signalJammed],
      extra: { alarmCode: 0x107 },
    })
  })

  test('the terminal information counts where the alarm byte is 0', () => {
    expect(alarm('00', { info: '20' }).alarms).toEqual([alarms.sos])
    expect(alarm('03', { info: '20' }).alarms).toEqual([alarms.vibration])
  })

  test('the ACC bit decides what FE and FF mean', () => {
    expect(alarm('fe', { info: '02' }).alarms).toEqual([alarms.ignitionOn])
    expect(alarm('fe', { info: '00' }).alarms).toEqual([alarms.ignitionOff])
  })

  test('an unknown code is kept', () => {
    const report = alarm('7e')
    expect(report.alarms).toEqual([])
    expect(report.extra?.alarmCode).toBe(0x7e)
  })
})

describe('heartbeats', () => {
  test.each([
    ['00 06 04 0c 02', 'seeworld', { externalVoltageV: 12 }],
    ['00 06 04 00 7b', 'lw', { externalVoltageV: 12.3 }],
    ['00 f3 04 20 02', undefined, { externalVoltageV: 80 }],
    ['00 d3 04 00 02', undefined, { batteryPercent: 83 }],
    ['00 55 16 00 02', undefined, { batteryPercent: 85, gsmLevel: 4, extra: { csq: 22 } }],
    ['00 04ce ff 00', undefined, { externalVoltageV: 12.3 }],
  ])('%s of dialect %s', (body, dialect, values) => {
    expect(read(0x13, body, newSession(dialect ? { dialect } : {}))).toMatchObject(values)
  })

  test('the R11 family puts volts where others have an alarm', () => {
    const report = read(0x13, '46 055c 04 00', newSession({ dialect: 'r11' }))
    expect(report).toMatchObject({ externalVoltageV: 13.72, gsmLevel: 4, accOn: true })
    expect(report.alarms).toEqual([])
  })

  test('a device that showed a dialect is read by it', () => {
    const session = newSession()
    read(0x16, `1a0101000000 ${place} 09 01cc002503 0328e7a0 00 5d 4b 13 02`, session)
    expect(read(0x13, '00 06 04 0c 02', session).externalVoltageV).toBe(12)
  })
})

describe('places', () => {
  const fixOf = (flags: string, latitude = '027ac818', longitude = '0c465860') =>
    read(0x12, `1a0101000000 c9 ${latitude} ${longitude} 0a ${flags} ${cell}`)

  test.each([
    ['1400', 23.1117, 114.4093],
    ['1000', -23.1117, 114.4093],
    ['1c00', 23.1117, -114.4093],
    ['1800', -23.1117, -114.4093],
  ])('take their signs from %s', (flags, latitude, longitude) => {
    const report = fixOf(flags)
    expect(report.latitude).toBeCloseTo(latitude, 4)
    expect(report.longitude).toBeCloseTo(longitude, 4)
  })

  test('without a fix are only the last one known', () => {
    expect(fixOf('0400')).toMatchObject({ fix: 'none', latitude: expect.closeTo(23.1117, 4) })
  })

  test('at zero are none, whatever the fix bit is', () => {
    const report = fixOf('1400', '00000000', '00000000')
    expect(report.fix).toBe('none')
    expect(report).not.toHaveProperty('latitude')
  })

  test('computed from Wi-Fi say so', () => {
    expect(read(0x22, `1a0101000000 ${place} ${cell} 00 0b 00`).fix).toBe('wifi')
  })
})

test('thermometers on one wire that have not measured yet have no temperature', () => {
  const both = '1502 282c533a12230ed3 09f6 28aa533a12230ed3 2134'
  expect(gt06.decode(aFrame(0x94, both, 1, true), newSession(), now)[0]!.reports).toMatchObject([
    { temperatureC: [25.5, null] },
  ])
})
