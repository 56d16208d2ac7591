import { qualityBits } from '@trackway/core/codes/states.ts'
import type { AnyProtocol } from '@trackway/protocols/detect.ts'
import { encodeLogin } from '@trackway/protocols/gt06/encode.ts'
import { seal } from '@trackway/protocols/gt06/envelope.ts'
import type { DeviceProfile } from '@trackway/protocols/protocol.ts'
import { protocolByName } from '@trackway/protocols/registry.ts'
import { fromHex } from '@trackway/protocols/wire/bytes.ts'
import { describe, expect, test } from 'vitest'
import { derive, type Position } from './derive.ts'
import { type DeviceStateRow, newDeviceState } from './device-state.ts'

/** Inputs of trackers in the field, from the bytes to the track and the live place. */

const now = Date.UTC(2026, 10, 28, 17, 20)
const dayMs = 86_400_000
const rolloverMs = 1_024 * 7 * dayMs
const text = (content: string) => new TextEncoder().encode(content)

function sent(
  name: string,
  frames: readonly Uint8Array[],
  profile: DeviceProfile = {},
): { state: DeviceStateRow; positions: Position[] } {
  const protocol: AnyProtocol = protocolByName(name)!
  const session = protocol.newSession(profile)
  const state = newDeviceState(1)
  const positions = frames
    .flatMap((frame) => protocol.decode(frame, session, now))
    .flatMap(({ reports }) => reports)
    .flatMap((report) => derive(state, report, { timeZone: 'UTC' }, now).position ?? [])
  return { state, positions }
}

const two = (value: number) => String(value).padStart(2, '0')
const dateOf = (time: number, order: 'ymd' | 'dmy') => {
  const date = new Date(time)
  const parts = [date.getUTCFullYear() % 100, date.getUTCMonth() + 1, date.getUTCDate()].map(two)
  return (order === 'ymd' ? parts : parts.reverse()).join('')
}
const clockOf = (time: number) => new Date(time).toISOString().slice(11, 19).replaceAll(':', '')

test('a valid fix of month 13 is shown and stored at the time of receipt, and marked', () => {
  const body = fromHex('100d0102382c c8 03154efa 08463008 00 34a4 0194 0a 0105 0009a8')
  const { state, positions } = sent('gt06', [encodeLogin('354888020000628', 1), seal(0x12, body, 2)])
  expect(positions).toMatchObject([{ fixTime: now, latitudeE7: 287_378_456, quality: qualityBits.received }])
  expect(state).toMatchObject({ fix_time: now, latitude_e7: 287_378_456 })
})

describe('a tracker whose count of weeks began anew', () => {
  const fix = (time: number) =>
    text(
      `(027043900702BR00${dateOf(time, 'ymd')}A5052.9442N01902.7962E040.0${clockOf(time)}057.5100000000L00000000)`,
    )

  test('is where it is now', () => {
    const { state } = sent('tk103', [fix(now - rolloverMs)])
    expect(state).toMatchObject({ fix_time: now, latitude_e7: 508_824_033 })
  })

  test('has its track of five days ago', () => {
    const times = [0, 1, 2].map((minutes) => now - 5 * dayMs + minutes * 60_000)
    const { positions } = sent(
      'tk103',
      times.map((time) => fix(time - rolloverMs)),
    )
    expect(positions.map(({ fixTime, quality }) => [fixTime, quality])).toEqual(
      times.map((time) => [time, 0]),
    )
  })
})

describe('a clock 5:30 ahead, of a device that says so', () => {
  const ahead = now + 330 * 60_000
  test.each([
    [
      'h02',
      text(
        `*HQ,4210051415,V1,${clockOf(ahead)},A,2245.2340,N,08820.1234,E,010.00,090,${dateOf(ahead, 'dmy')},FFFFFBFF#`,
      ),
    ],
    [
      'tk103',
      text(
        `(027043900702BR00${dateOf(ahead, 'ymd')}A2245.2340N08820.1234E040.0${clockOf(ahead)}057.5100000000L00000000)`,
      ),
    ],
  ])('%s is shown', (name, frame) => {
    expect(sent(name, [frame], { utcOffsetMinutes: 330 }).state).toMatchObject({
      fix_time: now,
      latitude_e7: 227_539_000,
    })
    expect(sent(name, [frame]).state.latitude_e7).toBeNull()
  })
})
