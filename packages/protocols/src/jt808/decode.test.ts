/** Worked frames of JT/T 808: public captures and vectors of the projects named in each row. */

import { describe, expect, test } from 'vitest'
import { fromHex, toHex } from '../bytes.ts'
import { type Header, readHeader, standardFraming } from './envelope.ts'
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

const e3 =
  '7e0100405401000000000133051893410003002c012f343430333030373031313100000000000000000000000000000000000000000042534a2d474630365435313839333431000000000000000000000000000000000000000000000002d4c1423838383838a67e'
const e6c =
  '7e0102402f010000000002023260955901a30b3230323332363039353539696d65693030303030330000000000312e302e32000000000000000000000000000000557e'
const e8 =
  '7E0200005200200260432300A400020000000C00020158B91B06CB706100460000005921092216375801040000000103020000250400000001300111310110E30100D51B022002604323279593786160001220000012342795937861580012867E'
const e9 =
  '7e020000530095900689830016000000000000000b00a2394803a925f800000000000025112411514701040000003e300115310113eb29000c00b28988228066613427450900060089ffffffff000600c5ffffffef0004002d0fa5000300a85c657e'
const e10 =
  '7e02000070012040000004019c00000000000004030158df9706c9606b002c000000ab250417170023010400000c5305030000003001153101158202008b530b0101cc00262600000ff1137730017e19f100384d08026e73e0003a4d08037e19e800000000047e3b950000000005409017000000000640a69600000000337e'
const e12 =
  '7E070400F30303000002450064000401003A000000000000000301618AC606C31F20000000000029180514202847010400000000EB16000C00B28986061708003732585700060089FFFFFFFE003A000000000000000301618AE806C31EB800000000009F180514202917010400000000EB16000C00B28986061708003732585700060089FFFFFFFE003A000000000000000301618AE806C31EB800000000009F180514202947010400000000EB16000C00B28986061708003732585700060089FFFFFFFE003A000001000000080301618AE806C31EB800000000009F180514203006010400000000EB16000C00B28986061708003732585700060089FFFFFFFED77E'
const e14 = [
  '7e0200601001000000000139123443290000000300010000006f0000001601dc9a07074562465a7e',
  '7e020060100100000000013912344329000100030002007b0042000325012922334402020064017e',
  '7e02006006010000000001391234432900020003000301040000000c1a7e',
]
const e14Whole =
  '7e02004026010000000001391234432900000000006f0000001601dc9a0707456246007b004200032501292233440202006401040000000c417e'

const report = (one: object) => ({ kind: 'reports', reports: [one] })

const frames: { name: string; hex: string; message: object }[] = [
  {
    name: 'E1 register, 2011 (Traccar)',
    hex: '7e010000190940278494700012000000000000000000000000000000000000094027849470000a7e',
    message: {
      kind: 'login',
      type: '0100',
      identity: { terminalIds: ['94027849470', '094027849470'] },
      information: { province: 0, city: 0, makersId: '094027849470' },
    },
  },
  {
    name: 'E2 register, 2013 (Traccar, BSJ A6)',
    hex: '7e0100002d0141305678720024002c012f373031313142534a2d41362d424400000000000000000000003035363738373201d4c14238383838386d7e',
    message: {
      kind: 'login',
      information: {
        province: 44,
        city: 303,
        maker: '70111',
        model: 'BSJ-A6-BD',
        makersId: '0567872',
        plateColour: 'blue',
        plate: '粤B88888',
      },
    },
  },
  {
    name: 'E3 register, 2019, padded in front (BSJ GF06)',
    hex: e3,
    message: {
      identity: { terminalIds: ['13305189341', '013305189341', '00000000013305189341'] },
      information: {
        maker: '44030070111',
        model: 'BSJ-GF06T',
        makersId: '5189341',
        plateColour: 'yellow',
        plate: '粤B88888',
      },
    },
  },
  {
    name: 'E4 register, 2019, IMEI as id (Traccar, MD300)',
    hex: '7e0100405c010000086649607758216452180000000000000000000000000000004d443330300000000000000000000000000000000000000000000000000038363634393630373735383231363400000000000000000000000000000004000000000000000000000000000000007a7e',
    message: {
      identity: { terminalIds: ['866496077582164', '00000866496077582164'] },
      information: {
        model: 'MD300',
        makersId: '866496077582164',
        plateColour: 'white',
        imei: '866496077582164',
      },
    },
  },
  {
    name: 'E6a authenticate by id',
    hex: '7e0102000c014535709217000b3031343533353730393231378c7e',
    message: { kind: 'login', type: '0102', information: { authCode: '014535709217' } },
  },
  {
    name: 'E6b authenticate, binary id and Base64 code (Traccar)',
    hex: '7e010200204f07788ef67601824f4459344f544d314d4459774d4441314d444977626d5633553235536457786cba7e',
    message: {
      identity: { terminalIds: ['4f07788ef676', '868935060005020'] },
      information: { imei: '868935060005020' },
    },
  },
  {
    name: 'E6c authenticate, 2019',
    hex: e6c,
    message: { information: { authCode: '20232609559', imei: 'imei000003', firmware: '1.0.2' } },
  },
  {
    name: 'E7 heartbeat',
    hex: '7e000200000145357092170006807e',
    message: { kind: 'heartbeat', reports: [] },
  },
  {
    name: 'E8 position of a lock (Huabao)',
    hex: e8,
    message: report({
      fixTime: utc8('2021-09-22T16:37:58'),
      fix: 'gps',
      latitude: 22.591771,
      longitude: 113.995873,
      altitudeM: 70,
      speedKmh: 0,
      courseDeg: 89,
      accOn: false,
      odometerM: 100,
      satellites: 16,
      extra: {
        alarmBits: [17],
        csq: 17,
        vehicleSignals: ['lowBeam'],
        e3: '00',
        isLocked: true,
        locks: [
          { lockId: '2002604323', card: '2795937861', batteryPercent: 96, state: 0x12 },
          { lockId: '2000001234', card: '2795937861', batteryPercent: 88, state: 0x12 },
        ],
      },
    }),
  },
  {
    name: 'E9 position with a BSJ block (Traccar)',
    hex: e9,
    message: {
      ...report({
        fixTime: utc8('2025-11-24T11:51:47'),
        fix: 'gps',
        latitude: 10.631496,
        longitude: -61.416952,
        accOn: true,
        odometerM: 6200,
        satellites: 19,
        iccid: '89882280666134274509',
        batteryVoltageV: 4.005,
        batteryPercent: 92,
        extra: { csq: 21, fixSource: 'gps', bsjAlarmWord: 'ffffffff' },
      }),
      information: { iccid: '89882280666134274509' },
    },
  },
  {
    name: 'E10 position with tyres and a 4G cell, never escaped (Traccar)',
    hex: e10,
    message: report({
      fixTime: utc8('2025-04-17T17:00:23'),
      latitude: 22.601623,
      longitude: 113.860715,
      oilCut: true,
      courseDeg: 171,
      odometerM: 315500,
      externalVoltageV: 13.9,
      cells: [{ mcc: 460, mnc: 0, lac: 0x2626, cellId: 0xff1 }],
      tyres: [
        { wheel: 1, sensorId: '7e19f1', pressureKpa: 140, temperatureC: 27 },
        { wheel: 2, sensorId: '6e73e0', pressureKpa: 145, temperatureC: 27 },
        { wheel: 3, sensorId: '7e19e8' },
        { wheel: 4, sensorId: '7e3b95' },
        { wheel: 5, sensorId: '409017' },
        { wheel: 6, sensorId: '40a696' },
      ],
    }),
  },
  {
    name: 'E11a position, 2019',
    hex: '7e02004032010000000002023260955901a900000000004c100301dfd622073d6cdc006402580000241128095901010400000085020201e3250400000000300108310109897e',
    message: report({
      fixTime: utc8('2024-11-28T09:59:01'),
      latitude: 31.446562,
      longitude: 121.466076,
      altitudeM: 100,
      speedKmh: 60,
      odometerM: 13300,
      fuelL: 48.3,
      satellites: 9,
      extra: { doorsLocked: true, csq: 8 },
    }),
  },
  {
    name: 'E11b overspeed, 2019',
    hex: '7e02004035010000000002023260955901bc00000002004c100301dfdbfe073d72b80064025b000024112809593101040000008a020201e22504000000003001083101091101001f7e',
    message: report({ speedKmh: 60.3, alarms: [5], extra: { overspeedAt: 'anywhere', alarmBits: [1] } }),
  },
  {
    name: 'E12 backlog, 2013 (Traccar)',
    hex: e12,
    message: {
      kind: 'reports',
      type: '0704',
      reports: [
        {
          fixTime: utc8('2018-05-14T20:28:47'),
          latitude: 23.169734,
          longitude: 113.450784,
          isBuffered: true,
        },
        { fixTime: utc8('2018-05-14T20:29:17'), latitude: 23.169768, longitude: 113.45068 },
        { fixTime: utc8('2018-05-14T20:29:47'), latitude: 23.169768 },
        { fixTime: utc8('2018-05-14T20:30:06'), alarms: [1], extra: { circuitCut: true } },
      ],
      information: { iccid: '89860617080037325857' },
    },
  },
  {
    name: 'E13 bulk, 2019, south (Traccar, MD300)',
    hex: '7e0704402d0100000866496077582164881d0001000028000000000000000701a00192091f2a4700160000000226050916422701040000258230010031010e507e',
    message: report({
      fixTime: utc8('2026-05-09T16:42:27'),
      latitude: -27.263378,
      longitude: 153.037383,
      altitudeM: 22,
      odometerM: 960200,
      gsmLevel: 0,
      satellites: 14,
    }),
  },
  {
    name: 'E14 position that also came in parts (xtream-codec)',
    hex: e14Whole,
    message: report({
      fixTime: utc8('2025-01-29T22:33:44'),
      latitude: -31.234567,
      longitude: 121.987654,
      altitudeM: 123,
      speedKmh: 6.6,
      courseDeg: 3,
      fuelL: 10,
      odometerM: 1200,
      extra: { alarmBits: [0, 1, 2, 3, 5, 6] },
    }),
  },
  {
    name: 'E16 general answer',
    hex: '7e00010005024530313349003200008105008e7e',
    message: { kind: 'commandReply', command: { correlation: 0, result: 'success' }, replies: [] },
  },
  {
    name: 'E18 parameters, the count lies (SmallChi)',
    hex: '7E0104004B01801550511313AE00000900000001040000000F00000002040000000A00000013103232332E3130382E3133332E31363300000000170100000000180400000328000000550400000078000000560400000000027E',
    message: {
      kind: 'information',
      command: { correlation: 0 },
      information: {
        parameters: {
          heartbeatS: 15,
          tcpTimeoutS: 10,
          server: '223.108.133.163',
          backupServer: '',
          tcpPort: 808,
          maxSpeedKmh: 120,
          overspeedS: 0,
        },
      },
    },
  },
  {
    name: 'E19 text answer (Traccar)',
    hex: '7e60060055014164192753005a003c5645523a53444b3a42433738455f5045545f56312e30325f3234303631312c4150503a50455431302348573031344a54533130323033443234313130345f4e6f7620203420323032345f31343a34393a33343e4c7e',
    message: {
      command: {
        correlation: null,
        text: '<VER:SDK:BC78E_PET_V1.02_240611,APP:PET10#HW014JTS10203D241104_Nov  4 2024_14:49:34>',
      },
    },
  },
  {
    name: 'E23 answer to a position query, clock not set',
    hex: '7e0201003c02453031334900140000000000000000000201000f9005bbd430000000000000070113102041010400000000eb16000c00b28995062412035796032900060089ffffffffb87e',
    message: {
      command: { correlation: 0 },
      ...report({
        fixTime: null,
        latitude: 16.7812,
        longitude: 96.195632,
        iccid: '89950624120357960329',
        extra: { deviceTime: utc8('2007-01-13T10:20:41') },
      }),
    },
  },
  {
    name: 'E24a driver card (xtream-codec)',
    hex: '7e070200300139123443230000012410292139030006d5c5cedebcc9313133333535373739393232343436363838303008c3bbd3d0c3fbd7d630241029587e',
    message: report({
      fixTime: utc8('2024-10-29T21:39:03'),
      driverId: '11335577992244668800',
      extra: { driver: '张无忌', card: 'in', readResult: 'ok', agency: '没有名字', validUntil: '30241029' },
    }),
  },
  {
    name: 'E24b card reader (Traccar)',
    hex: '7e0702002201827061151401bc012510091507510000303032396238383500000000000000000000000000000000002b7e',
    message: report({ fixTime: utc8('2025-10-09T15:07:51'), driverId: '0029b885' }),
  },
  {
    name: 'E25 upgrade result (xtream-codec)',
    hex: '7e01084002010000000001391234432900000c00327e',
    message: { kind: 'information', information: { upgraded: 'cardReader', upgrade: 'success' } },
  },
  {
    name: 'E26a attributes, 2013 (Traccar)',
    hex: '7e0107004904546000563500030000584300000043354c00000000000000000000000000000000003938383731323589883030000131882455001943354c5f56322e3620323032362f30362f30342031353a33310301f47e',
    message: {
      information: {
        maker: 'XC',
        model: 'C5L',
        makersId: '9887125',
        iccid: '89883030000131882455',
        firmware: 'C5L_V2.6 2026/06/04 15:31',
        gnss: ['gps', 'beidou'],
      },
    },
  },
  {
    name: 'E26b attributes, 2019, maker of 5 bytes (SmallChi 43)',
    hex: '7E010740660100000000010941000493000700FF3838383838434B31303043000000000000000000000000000000000000000000000000313030303439330000000000000000000000000000000000000000000000898603249475600329000748572D56322E350E434B313030432D4A542D5630323402209B7E',
    message: {
      information: {
        maker: '88888',
        model: 'CK100C',
        makersId: '1000493',
        iccid: '89860324947560032900',
        hardware: 'HW-V2.5',
        firmware: 'CK100C-JT-V024',
        gnss: ['beidou'],
        modem: ['tdLte'],
      },
    },
  },
  {
    name: 'E26c attributes, 2019, maker of 11 bytes (SmallChi 52)',
    hex: '7E0107407F01000008686280748662930096000F00000000000000000000000000000000000000000000000000000000000000000000000000000000003000000000000000000000000000000000000000000000000000000000008986083319233076050122454332303041455548415230314132364D31365F363936303939323035323131303606362E322E383403FFE97E',
    message: {
      information: {
        makersId: '0',
        iccid: '89860833192330760501',
        hardware: 'EC200AEUHAR01A26M16_69609920521106',
        firmware: '6.2.84',
      },
    },
  },
  {
    name: 'E28a going to sleep (Traccar, C5L)',
    hex: '7e0210000704546000231900884f2606180229579c7e',
    message: {
      kind: 'heartbeat',
      reports: [{ batteryPercent: 79, extra: { deviceTime: utc8('2026-06-18T02:29:57') } }],
    },
  },
  {
    name: 'E28b time zone (Traccar)',
    hex: '7e10070004045460002319090640000000567e',
    message: { kind: 'information', information: { timeZone: '40000000' } },
  },
  {
    name: 'E28c lock report (Traccar)',
    hex: '7E550100287001608180000127061008045322332880113555602E050031010000000608000010931435010002000300030100051B7E',
    message: report({
      fix: 'none',
      latitude: 22.5548,
      speedKmh: 5,
      satellites: 1,
      odometerM: 6000,
      batteryPercent: 8,
      alarms: [7],
      extra: { cellId: 0x1093, lac: 0x1435, product: 1, lockState: 2, lockAlarms: 3 },
    }),
  },
  {
    name: 'E28d numbered text answer (Traccar)',
    hex: '7e13000012045450091546010900000053006500740020004f004b0021000d197e',
    message: { command: { correlation: 0, text: 'Set OK!' }, replies: [] },
  },
  {
    name: 'E28e padlock answer (Traccar)',
    hex: '7e070100150120764632790008000000114d442c53455420434f4e464947204f4b21187e',
    message: { kind: 'commandReply', command: { correlation: null, text: 'MD,SET CONFIG OK!' } },
  },
]

test.each(frames)('decodes $name', ({ hex, message }) => expect(read(hex)).toMatchObject(message))

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
  },
  {
    name: 'a binary id with the very bytes of it',
    hex: '7e010200204f07788ef67601824f4459344f544d314d4459774d4441314d444977626d5633553235536457786cba7e',
    reply: '7e800100054f07788ef676000001820102003a7e',
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

  test('that are missing are asked for twice and then given up', () => {
    const session = jt808.newSession()
    read(e14[0]!, session)
    expect(jt808.due!(session, now + 1000)).toEqual([])
    const [asked] = jt808.due!(session, now + 6000)
    expect(asked).toMatchObject({ kind: 'part', type: '0200', identity: { imeiTail: '13912344329' } })
    expect(opened(asked!.replies[0]!)).toMatchObject({ header: { id: 0x8003 }, body: '0000000200020003' })
    expect(jt808.due!(session, now + 7000)).toEqual([])
    expect(jt808.due!(session, now + 11_000)).toHaveLength(1)
    expect(jt808.due!(session, now + 20_000)).toEqual([])
    expect(jt808.due!(session, now + 31_000)).toMatchObject([{ kind: 'malformed', problem: 'part' }])
    expect(jt808.due!(session, now + 32_000)).toEqual([])
  })
})

test('a time zone said by the device counts from then on', () => {
  const session = jt808.newSession({ utcOffsetMinutes: 120 })
  expect(read(e9, session).reports[0]?.fixTime).toBe(Date.parse('2025-11-24T11:51:47+02:00'))
  read('7e10070004045460002319090640000000567e', session)
  expect(read(e9, session).reports[0]?.fixTime).toBe(utc8('2025-11-24T11:51:47'))
})

test('a dialect says what the open alarm bits mean', () => {
  expect(read(e8).reports[0]?.alarms).toBeUndefined()
  expect(read(e8, jt808.newSession({ dialect: 'huabao' })).reports[0]?.alarms).toEqual([9])
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

test('parts sent to the device go out again when it asks', async () => {
  const { framesToDevice } = await import('./session.ts')
  const session = jt808.newSession()
  read(e14Whole, session)
  const { frames: sent, serial } = framesToDevice(session, 0x8108, new Uint8Array(2000))
  expect(sent).toHaveLength(3)
  const { buildFrame } = await import('./envelope.ts')
  const ask = buildFrame(session.layout!, 0x0005, 9, [serial >> 8, serial & 0xff, 0, 2, 0, 2, 0, 3])
  expect(read(toHex(ask), session).replies).toEqual([sent[1], sent[2]])
})
