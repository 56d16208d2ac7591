import { expect, test } from 'vitest'
import { fromHex, toHex } from '../wire/bytes.ts'
import { crcX25 } from '../wire/checksums.ts'
import { gt06 } from './gt06.ts'
import { newSession } from './session.ts'
import { aFrame, decodeHex, now } from './testing/frame-builder.ts'

/** A recording of 70 bytes in blocks of 40 and 30, after the V5 document. */
const first = `797900418d000000004600e82e0000000000282321414d520a3c${'00'.repeat(31)}3c001a0b160c00000050afa30d0a`

test('a block of a recording says where it belongs, and is answered in two ways', () => {
  const { media, replies } = decodeHex(first)
  expect(media).toMatchObject({
    transfer: '8d 70 e82e',
    unit: 'byte',
    start: 0,
    end: 40,
    total: 70,
    check: { kind: 'crc16', value: 'e82e' },
    facts: { kind: 'audio', event: 'monitor', time: Date.UTC(2026, 10, 22, 12) },
  })
  expect(toHex(media!.bytes)).toBe(`2321414d520a3c${'00'.repeat(31)}3c00`)
  expect(replies.map(toHex)).toEqual(['797900068d01005062af0d0a'])
  expect(media!.again?.map(toHex)).toEqual([toHex(aFrame(0x8d, '00', 0x50, true))])
})

test('the checksum of a recording is that of its whole file', () => {
  const file = fromHex(`2321414d520a${`3c${'00'.repeat(31)}`.repeat(2)}`)
  expect(file.length).toBe(70)
  expect(crcX25(file).toString(16)).toBe('e82e')
})

test('a block that ends behind its file is kept readable, and not answered', () => {
  const { kind, media, replies } = decodeHex(
    toHex(aFrame(0x8d, '000000000500e82e00000000000a00112233445566778899', 1, true)),
  )
  expect({ kind, media, replies }).toEqual({ kind: 'unknown', media: undefined, replies: [] })
})

const announcement = '78781f3511061a0b24330503107d06084889cb01000100000cfa20e3acd301333fcb0d0a'
const pictureId = 0x20e3acd3
const blockFrame = (offset: number, length: number) =>
  aFrame(
    0x36,
    `20e3acd3${offset.toString(16).padStart(8, '0')}${length.toString(16).padStart(4, '0')}${'ab'.repeat(length)}`,
    2,
    true,
  )
const request = (offset: number, length: number) =>
  toHex(
    aFrame(0x36, `20e3acd3${offset.toString(16).padStart(8, '0')}${length.toString(16).padStart(4, '0')}`, 0),
  )

test('a picture is announced, and its blocks are requested where they are missing', () => {
  const session = newSession()
  const announced = decodeHex(announcement, session).media!
  expect(announced).toMatchObject({
    transfer: `x1 ${pictureId}`,
    start: 0,
    end: 0,
    total: 3322,
    facts: { mediaId: pictureId },
  })
  const facts = announced.facts!
  const [asked] = gt06.answerMedia!(session, announced, { missing: [[1024, 3322]], facts })
  expect(toHex(asked!)).toBe(request(1024, 1024))
  const block = gt06.decode(blockFrame(1024, 1024), session, now)[0]!.media!
  expect(block).toMatchObject({ start: 1024, end: 2048, total: 3322 })
  const [last] = gt06.answerMedia!(session, block, { missing: [[3072, 3322]], facts })
  expect(toHex(last!)).toBe(request(3072, 250))
  expect(gt06.answerMedia!(session, block, { missing: [], facts })).toEqual([])
})

test('a block that does not come is requested again, but not for ever', () => {
  const session = newSession()
  const announced = decodeHex(announcement, session).media!
  gt06.answerMedia!(session, announced, { missing: [[0, 3322]], facts: {} })
  const asked: number[] = []
  for (let second = 0; second < 600; second++) {
    const [message] = gt06.due!(session, now + second * 1000)
    if (message === undefined) continue
    expect(message.replies.map(toHex)).toEqual([request(0, 1024)])
    asked.push(second)
  }
  expect(asked).toEqual([5, 10, 15, 20, 25, 30, 35, 40])
})

test('a block of a connection before this one has no total of its own', () => {
  expect(gt06.decode(blockFrame(0, 8), newSession(), now)[0]!.media).toMatchObject({ end: 8, total: null })
})

test('a file that is whole in one frame of WD-209 is taken', () => {
  const body = `0102030405060708${'65000000'}${'00'.repeat(14)}${'00'.repeat(8)}0000000900000004${'0000'}ffd8ffd9`
  expect(decodeHex(toHex(aFrame(0x41, body, 1, true))).media).toMatchObject({
    transfer: '41 9',
    total: 1,
    facts: { mediaId: 9, time: 0x65000000 * 1000 },
  })
})
