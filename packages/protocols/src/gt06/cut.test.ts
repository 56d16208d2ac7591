import { describe, expect, test } from 'vitest'
import { fromHex, toHex } from '../wire/bytes.ts'
import { gt06 } from './gt06.ts'
import { newSession } from './session.ts'
import { aFrame, feed } from './testing/frame-builder.ts'

const login = '78780d01012345678901234500018cdd0d0a'
const heartbeat = '78780a134004040001000fdcee0d0a'
const cutHex = (hex: string) => {
  const { frame, consumed, fatal } = gt06.frame(fromHex(hex), newSession())
  return { frame: frame && toHex(frame), consumed, fatal }
}

test('waits for the whole frame', () => {
  for (let size = 0; size < login.length; size += 2) expect(cutHex(login.slice(0, size)).consumed).toBe(0)
  expect(cutHex(login + heartbeat)).toMatchObject({ frame: login, consumed: 18 })
})

test('cuts by length: stop bytes and start marks may occur inside', () => {
  const frame = toHex(aFrame(0x9b, '01 0d0a 7878 0d0a 7979 0d0a', 1, true))
  expect(cutHex(frame).frame).toBe(frame)
})

test('a frame whose CRC is right is whole, though serial and CRC read like the stop of a dialect without', () => {
  const frame = '78780d010309321092119241000d0a460d0a'
  expect(cutHex(frame)).toMatchObject({ frame, consumed: 18 })
})

test('skips rubbish up to the next start mark', () => {
  expect(feed([fromHex(`0d0a ffee78 ${login}`)]).map(({ kind }) => kind)).toEqual(['login'])
})

test('finds the frame after one whose length is wrong', () => {
  const damaged = `7878ff12${'11'.repeat(30)}0d0a`
  expect(feed([fromHex(damaged + heartbeat)]).map(({ kind }) => kind)).toEqual(['malformed', 'heartbeat'])
})

test('finds the frame after one that was cut short', () => {
  expect(feed([fromHex(`78781f12110616091835${login}${heartbeat}`)]).map(({ kind }) => kind)).toEqual([
    'malformed',
    'login',
    'heartbeat',
  ])
})

test('takes a frame whose length leaves the serial out', () => {
  const hex = '787808134606020002044dc5050d0a'
  expect(feed([fromHex(hex + heartbeat)]).map(({ kind }) => kind)).toEqual(['heartbeat', 'heartbeat'])
  expect(cutHex(hex)).toMatchObject({ frame: hex })
})

test('skips a length below five', () => {
  expect(feed([fromHex(`787804134004040001 ${heartbeat}`)]).map(({ kind }) => kind)).toContain('heartbeat')
})

test.each(['7979ffff', '79791001aa', '7979fffe9400', '787979'])(
  'finds the frame behind %s, a length beyond all bounds',
  (damaged) => {
    const messages = feed([fromHex(damaged + login + heartbeat)])
    expect(messages.map(({ kind }) => kind)).toEqual(['login', 'heartbeat'])
  },
)

describe('of the dialect without CRC', () => {
  test.each([
    '78780d0103593390754169634d0d0a',
    '787800171710231108290200cc080c4e2fa5640c4e2fa5640d0a',
    '7878121011091c0b1b2999058508040097a89e0034520d0a',
    '78780713514d0819640d0a',
    '787801080d0a',
  ])('cuts %s', (hex) => {
    expect(cutHex(hex + heartbeat)).toMatchObject({ frame: hex, consumed: hex.length / 2 })
  })
})

describe('detects', () => {
  test.each([
    ['7878', 'yes'],
    ['79790008', 'yes'],
    ['0d0a7878', 'yes'],
    ['78', 'more'],
    ['', 'more'],
    ['0d', 'more'],
    ['7e0200', 'no'],
    ['2a4851', 'no'],
    ['7879', 'no'],
  ])('%s: %s', (hex, answer) => {
    expect(gt06.detect(fromHex(hex))).toBe(answer)
  })
})
