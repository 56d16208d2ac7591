/** Worked frames of JT/T 808: public captures and vectors of the projects named in each row. */

import { describe, expect, test } from 'vitest'
import { fromHex, toHex } from '../wire/bytes.ts'
import { buildFrame, type Header, readHeader, standardFraming } from './envelope.ts'
import { jt808 } from './jt808.ts'
import type { Jt808Session } from './session.ts'

const now = Date.UTC(2026, 7, 1)
const utc8 = (text: string): number => Date.parse(`${text}+08:00`)

/** The messages of one frame that goes through the cutter first. */
function read(hex: string, session: Jt808Session = jt808.newSession()) {
  const bytes = fromHex(hex)
  const { frame, consumed } = jt808.frame(bytes, session)
  expect(consumed).toBe(bytes.length)
  return jt808.decode(frame!, session, now)[0]!
}

const e6c =
  '7e0102402f010000000002023260955901a30b3230323332363039353539696d65693030303030330000000000312e302e32000000000000000000000000000000557e'
const e8 =
  '7E0200005200200260432300A400020000000C00020158B91B06CB706100460000005921092216375801040000000103020000250400000001300111310110E30100D51B022002604323279593786160001220000012342795937861580012867E'
const e9 =
  '7e020000530095900689830016000000000000000b00a2394803a925f800000000000025112411514701040000003e300115310113eb29000c00b28988228066613427450900060089ffffffff000600c5ffffffef0004002d0fa5000300a85c657e'
const e14 = [
  '7e0200601001000000000139123443290000000300010000006f0000001601dc9a07074562465a7e',
  '7e020060100100000000013912344329000100030002007b0042000325012922334402020064017e',
  '7e02006006010000000001391234432900020003000301040000000c1a7e',
]
const e14Whole =
  '7e02004026010000000001391234432900000000006f0000001601dc9a0707456246007b004200032501292233440202006401040000000c417e'

const answers: { name: string; hex: string; reply: string; refusal?: string; serial?: number }[] = [
  {
    name: 'E7 a heartbeat',
    hex: '7e000200000145357092170006807e',
    reply: '7e8001000501453570921700000006000200047e',
  },
  {
    name: 'a registration with the id as code, or "terminal unknown"',
    hex: '7e0100002d0141305678720024002c012f373031313142534a2d41362d424400000000000000000000003035363738373201d4c14238383838386d7e',
    reply: '7e8100000e01413056787200000024003134313330353637383732b97e',
    refusal: '7e8100000301413056787200000024048e7e',
  },
  {
    name: 'E6c in the layout of 2019 with its version byte, from a counter',
    hex: e6c,
    serial: 0x1a,
    reply: '7e800140050100000000020232609559001a01a3010200e07e',
    refusal: '7e800140050100000000020232609559001a01a3010201e17e',
  },
  {
    name: 'a binary id with the very bytes of it',
    hex: '7e010200204f07788ef67601824f4459344f544d314d4459774d4441314d444977626d5633553235536457786cba7e',
    reply: '7e800100054f07788ef676000001820102003a7e',
    refusal: '7e800100054f07788ef676000001820102013b7e',
  },
  {
    name: 'a lock that asks for it, with one byte of serial',
    hex: '7e55018c418560090010174701022106242122348476113550490700001c06000000074e0000000000000308100000100102020200000a030000000b0803363839363037650c0600000001000afa7e',
    reply: '7e4401000385600900101700550100f97e',
  },
]

test.each(answers)('answers $name', ({ hex, reply, refusal, serial }) => {
  const session = jt808.newSession()
  session.nextSerial = serial ?? 0
  const { replies, refusals } = read(hex, session)
  expect(replies.map(toHex)).toEqual([reply])
  expect(refusals.map(toHex)).toEqual(refusal === undefined ? [] : [refusal])
})

/** Number and body of a frame to the device. */
function opened(frame: Uint8Array): { header: Header; body: string } {
  const content = frame.subarray(1, -1)
  const header = readHeader(content, standardFraming) as Header
  return { header, body: toHex(content.subarray(header.bodyStart, -1)) }
}

describe('sub-packages', () => {
  test('join to the message they were cut from, in any order', () => {
    for (const order of [
      [0, 1, 2],
      [2, 0, 1],
      [1, 2, 0],
    ]) {
      const session = jt808.newSession()
      const messages = order.map((n) => read(e14[n]!, session))
      expect(messages.slice(0, 2).map(({ kind }) => kind)).toEqual(['part', 'part'])
      expect(messages[2]?.reports).toEqual(read(e14Whole).reports)
      expect(messages.every(({ replies }) => replies.length === 1)).toBe(true)
    }
  })

  test('that come twice count once', () => {
    const session = jt808.newSession()
    const kinds = [0, 0, 1, 1, 2].map((n) => read(e14[n]!, session).kind)
    expect(kinds).toEqual(['part', 'part', 'part', 'part', 'reports'])
  })

  test('that are missing are requested twice and then given up', () => {
    const session = jt808.newSession()
    read(e14[0]!, session)
    expect(jt808.due!(session, now + 1000)).toEqual([])
    const [request] = jt808.due!(session, now + 6000)
    expect(request).toMatchObject({
      kind: 'part',
      type: '0200',
      identity: { terminalIds: expect.arrayContaining(['13912344329']) },
    })
    expect(opened(request!.replies[0]!)).toMatchObject({ header: { id: 0x8003 }, body: '0000000200020003' })
    expect(jt808.due!(session, now + 7000)).toEqual([])
    expect(jt808.due!(session, now + 11_000)).toHaveLength(1)
    expect(jt808.due!(session, now + 20_000)).toEqual([])
    expect(jt808.due!(session, now + 31_000)).toMatchObject([{ kind: 'malformed', problem: 'part' }])
    expect(jt808.due!(session, now + 32_000)).toEqual([])
  })
})

test('a time zone reported by the device counts from then on', () => {
  const session = jt808.newSession({ utcOffsetMinutes: 120 })
  expect(read(e9, session).reports[0]?.fixTime).toBe(Date.parse('2025-11-24T11:51:47+02:00'))
  read('7e10070004045460002319090640000000567e', session)
  expect(read(e9, session).reports[0]?.fixTime).toBe(utc8('2025-11-24T11:51:47'))
})

test('a dialect defines the open alarm bits', () => {
  expect(read(e8).reports[0]?.alarms).toEqual([])
  expect(read(e8, jt808.newSession({ dialect: 'huabao' })).reports[0]?.alarms).toEqual([9])
})

test.each([
  ['in the extended word is the door', '57080000000000010000', [19]],
  ['in the word of switches is not', '57080000000100000000', []],
])('a bit of an MV710G %s', (_, item, alarms) => {
  const session = jt808.newSession({ dialect: 'micodus' })
  const base = '00000000000000030158b91b06cb7061004600000000260721092216'
  const layout = { framing: standardFraming, is2019: false, version: 0, rawId: fromHex('013912344329') }
  const frame = buildFrame(layout, 0x0200, 1, fromHex(base + item))
  expect(jt808.decode(frame, session, now)[0]?.reports[0]?.alarms).toEqual(alarms)
})

test('a lock sentence is a result, or a question for the time', () => {
  const text = (line: string) => toHex(new TextEncoder().encode(line))
  expect(read(text('(740190311185,1,001,ELOCK,3,529439)'))).toMatchObject({
    kind: 'commandReply',
    identity: { terminalIds: ['740190311185'] },
    command: { text: '(740190311185,1,001,ELOCK,3,529439)' },
  })
  const [reply] = read(text('(794104004140,1,001,BASE,2,TIME)')).replies
  expect(new TextDecoder().decode(reply)).toBe('(794104004140,1,001,BASE,2,20260801000000)')
})

test('parts sent to the device go out again at its request', async () => {
  const { framesToDevice } = await import('./session.ts')
  const session = jt808.newSession()
  read(e14Whole, session)
  const { frames: sent, serial } = framesToDevice(session, 0x8108, new Uint8Array(2000))
  expect(sent).toHaveLength(3)
  const { buildFrame } = await import('./envelope.ts')
  const request = buildFrame(session.layout!, 0x0005, 9, [serial >> 8, serial & 0xff, 0, 2, 0, 2, 0, 3])
  expect(read(toHex(request), session).replies).toEqual([sent[1], sent[2]])
})
