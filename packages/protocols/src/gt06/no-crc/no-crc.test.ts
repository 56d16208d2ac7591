import { describe, expect, test } from 'vitest'
import { fromHex, toHex } from '../../wire/bytes.ts'
import { gt06 } from '../gt06.ts'
import { newSession } from '../session.ts'
import { decodeHex, feed } from '../testing/frame-builder.ts'

const login = '78780d0103593390754169634d0d0a'
const heartbeat = '78780a13424008196400041f000d0a'

describe('answers', () => {
  test.each([
    ['a login', login, '787801010d0a'],
    ['a position', '7878121011091c0b1b2999058508040097a89e0034520d0a', '7878001011091c0b1b290d0a'],
    ['Wi-Fi points', '787800171710231108290200cc080c4e2fa5640c4e2fa5640d0a', '787800171710231108290d0a'],
    ['a heartbeat', heartbeat, heartbeat],
  ])('%s', (_, hex, reply) => {
    expect(decodeHex(hex).replies.map(toHex)).toEqual([reply])
  })

  test('a request for the time', () => {
    const [message] = gt06.decode(fromHex('787801300d0a'), newSession(), Date.UTC(2026, 0, 2, 3, 4, 5))
    expect(message!.replies.map(toHex)).toEqual(['78780730 07ea 0102030405 0d0a'.replaceAll(' ', '')])
  })
})

test('the dialect of the login holds for the connection', () => {
  // As long as a GT06 heartbeat, and with a fifth byte that could be its language.
  const alike = '78780a13424008190200041f000d0a'
  expect(feed([fromHex(alike)])[0]).toMatchObject({ kind: 'malformed', problem: 'checksum' })
  expect(feed([fromHex(login + alike)])[1]).toMatchObject({
    kind: 'heartbeat',
    reports: [{ batteryPercent: 66 }],
  })
})

test('a login with serial and CRC ends it', () => {
  const session = newSession()
  session.hasNoCrc = true
  feed([fromHex('78780d01012345678901234500018cdd0d0a')], session)
  expect(session.hasNoCrc).toBe(false)
})

test('an unknown number is kept readable', () => {
  const session = newSession()
  session.hasNoCrc = true
  expect(gt06.decode(fromHex('78780257010203 0d0a'), session, 0)[0]).toMatchObject({ type: '57' })
})

test('never takes a place out of range', () => {
  expect(
    decodeHex('78781210110916 0b1b29 99 ffffffff 0097a89e00 3452 0d0a'.replaceAll(' ', '')),
  ).toMatchObject({
    kind: 'malformed',
    problem: 'coordinates',
  })
})
