import { alarms } from '@trackway/core/codes/alarms.ts'
import { describe, expect, test } from 'vitest'
import { toHex } from '../bytes.ts'
import { aFrame, decodeHex, now } from './frame-builder.ts'
import { gt06 } from './gt06.ts'
import { newSession } from './session.ts'

const utc = (text: string) => Date.parse(`${text}Z`)
const at = (latitude: number, longitude: number) => ({
  latitude: expect.closeTo(latitude, 6),
  longitude: expect.closeTo(longitude, 6),
})
const report = (values: object) => ({ kind: 'reports', reports: [values] })
const state = (values: object) => ({
  kind: 'heartbeat',
  reports: [{ fixTime: null, fix: 'none', ...values }],
})

/** Examples of the makers' documents and frames of real devices, their values worked out by hand. */
const frames = [
  {
    hex: '78780d01012345678901234500018cdd0d0a',
    message: { kind: 'login', identity: { terminalIds: ['123456789012345'] } },
  },
  {
    hex: '78781101075253367890024270003201000512790d0a',
    message: {
      kind: 'login',
      identity: { terminalIds: ['752533678900242'] },
      information: { utcOffsetMinutes: 480 },
    },
  },
  {
    hex: '787811010864717003664467100f190a0002c6d20d0a',
    message: {
      kind: 'login',
      identity: { terminalIds: ['864717003664467'] },
      information: { deviceType: '100f', utcOffsetMinutes: -240 },
    },
  },
  {
    hex: '787819100b031a0b1b31cc027ac7fd0c4657bf0115210001001cc6070d0a',
    message: report({
      fixTime: utc('2011-03-26T11:27:49'),
      fix: 'gps',
      ...at(23.111678, 114.409208),
      satellites: 12,
      speedKmh: 1,
      courseDeg: 289,
    }),
  },
  {
    hex: '78781f12110616091835d0024bb93007d3fb783dd4c501940500f2006c8504a6e0370d0a',
    message: report({
      fixTime: utc('2017-06-22T09:24:53'),
      fix: 'gps',
      ...at(21.398356, 72.962769),
      satellites: 0,
      speedKmh: 61,
      courseDeg: 197,
      accOn: true,
      cells: [{ mcc: 404, mnc: 5, lac: 242, cellId: 27781 }],
    }),
  },
  {
    hex: '787823120f081b121d37cb01c8e2cc08afd3c020d50201940701d600a1190041ee100576d1470d0a',
    message: report({
      fixTime: utc('2015-08-27T18:29:55'),
      fix: 'gps',
      ...at(16.634709, 80.967076),
      satellites: 11,
      speedKmh: 32,
      courseDeg: 258,
      accOn: true,
      odometerM: 4320784,
      cells: [{ mcc: 404, mnc: 7, lac: 470, cellId: 41241 }],
    }),
  },
  {
    hex: '787822220f0c1d023305c9027ac8180c46586000140001cc00287d001f71000001000820860d0a',
    message: report({
      fixTime: utc('2015-12-29T02:51:05'),
      fix: 'gps',
      ...at(23.111693, 114.409298),
      satellites: 9,
      speedKmh: 0,
      courseDeg: 0,
      accOn: false,
      isBuffered: true,
      cells: [{ mcc: 460, mnc: 0, lac: 10365, cellId: 8049 }],
      extra: { uploadMode: 0 },
    }),
  },
  {
    hex: '78782aa015041007350eca027ac8a20c4658be00140081cc00000000287d0000000002ea5e010004000009dffc0d0a',
    message: report({
      fixTime: utc('2021-04-16T07:53:14'),
      fix: 'gps',
      ...at(23.11177, 114.40935),
      satellites: 10,
      accOn: false,
      isBuffered: false,
      cells: [{ mcc: 460, mnc: 0, lac: 10365, cellId: 48913921 }],
      extra: { uploadMode: 4 },
    }),
  },
  {
    hex: '78780a134004040001000fdcee0d0a',
    message: state({
      oilCut: false,
      charging: false,
      accOn: false,
      armed: false,
      batteryPercent: 60,
      gsmLevel: 4,
    }),
  },
  {
    hex: '78780a13c40604000201298f5b0d0a',
    message: state({ oilCut: true, charging: true, accOn: false, batteryPercent: 100, gsmLevel: 4 }),
  },
  {
    hex: '78780b23c00122040001000818720d0a',
    message: state({ oilCut: true, batteryVoltageV: 2.9, gsmLevel: 4 }),
  },
  {
    hex: '787817360005040002003201010018020192006a015f0324aeaf0d0a',
    message: state({ batteryPercent: 95, batteryVoltageV: 4.02, gsmLevel: 4, extra: { startState: 1 } }),
  },
  {
    hex: '787825160b051b093523cf027ac8360c4657b30014000901cc00266a001e1740050400020008d7b10d0a',
    message: report({
      fixTime: utc('2011-05-27T09:53:35'),
      fix: 'gps',
      ...at(23.11171, 114.409202),
      satellites: 15,
      batteryPercent: 80,
      gsmLevel: 4,
      cells: [{ mcc: 460, mnc: 0, lac: 9834, cellId: 7703 }],
    }),
  },
  {
    hex: '787825260f0c1d030b26c9027ac8180c4658600004000901cc00287d001f718004041302000c472a0d0a',
    message: report({
      fixTime: utc('2015-12-29T03:11:38'),
      fix: 'none',
      ...at(23.111693, 114.409298),
      oilCut: true,
      batteryPercent: 60,
      alarms: [alarms.tampered],
      extra: { alarmCode: 0x13 },
    }),
  },
  {
    hex: '78782627100419092d07c5027ac91c0c4658000005370900000000000000008002000c01ff00004df60d0a',
    message: report({
      fixTime: utc('2016-04-25T09:45:07'),
      fix: 'none',
      courseDeg: 311,
      oilCut: true,
      batteryPercent: 20,
      gsmLevel: 0,
      alarms: [alarms.poweredOn],
      extra: { alarmCode: 0x0c, fenceNumber: null },
    }),
  },
  {
    hex: '78781219028f0a29e10036f12003040102000875dc0d0a',
    message: report({
      fixTime: null,
      fix: 'none',
      batteryPercent: 40,
      gsmLevel: 4,
      alarms: [alarms.sos],
      cells: [{ mcc: 655, mnc: 10, lac: 10721, cellId: 14065 }],
    }),
  },
  {
    hex: '78782da41a011a03121fca01c3af5407ac8d200519191002cc100000c60d0000000002ce68ea4106040600ff00726f810d0a',
    message: report({
      fixTime: utc('2026-01-26T03:18:31'),
      fix: 'gps',
      ...at(-16.445344, -71.527129),
      satellites: 10,
      speedKmh: 5,
      courseDeg: 281,
      armed: true,
      batteryPercent: 100,
      alarms: [alarms.overspeed],
      cells: [{ mcc: 716, mnc: 16, lac: 50701, cellId: 47081706 }],
    }),
  },
  {
    hex: '787819a5012ed0000075df000000000098661502050413000019a12b0d0a',
    message: report({
      fixTime: null,
      fix: 'none',
      accOn: true,
      batteryPercent: 80,
      alarms: [alarms.tampered],
      cells: [{ mcc: 302, mnc: 208, lac: 30175, cellId: 9987605 }],
    }),
  },
  {
    hex: '78783b2810010d02020201cc00287d001f713e287d001f7231287d001e232d287d001f4018000000000000000000000000000000000000ff00020005b14b0d0a',
    message: report({
      fixTime: utc('2016-01-13T02:02:02'),
      fix: 'none',
      cells: [
        { mcc: 460, mnc: 0, lac: 10365, cellId: 8049, rssiDbm: -0x3e },
        { cellId: 8050 },
        { cellId: 7715 },
        { cellId: 8000 },
      ],
    }),
  },
  {
    hex: '7878412c11030b011c1f013604cb8a00b17754cb8a00bef357cb8a00b73f5fcb8900b0e25fcb8900b6655fcb8a00b74960cb8a00b178620701001801eb40393800bbbde10d0a',
    message: report({
      fixTime: utc('2017-03-11T01:28:31'),
      fix: 'none',
      wifi: [{ mac: '00:18:01:eb:40:39', rssiDbm: -56 }],
      extra: { timingAdvance: 7 },
    }),
  },
  {
    hex: '787800171710231108290200cc080c4e2fa5640c4e2fa5640d0a',
    message: report({
      fixTime: utc('2017-10-23T11:08:29'),
      fix: 'none',
      cells: [{ mcc: 204, mnc: 8, lac: 3150, cellId: 12197, rssiDbm: -100 }, { cellId: 12197 }],
    }),
  },
  {
    hex: '78780e800800000000736f732300016d6a0d0a',
    message: { kind: 'unknown', name: 'command', information: { serverFlag: 0, text: 'sos#' } },
  },
  {
    hex: '787829152100000000526573746f7265206675656c20737570706c793a2053756363657373210002014077ce0d0a',
    message: { kind: 'commandReply', command: { correlation: 0, text: 'Restore fuel supply: Success!' } },
  },
  {
    hex: '797900262100000000020043006f006d006d0061006e00640020006500720072006f0072002100236e850d0a',
    message: { kind: 'commandReply', command: { correlation: 0, text: 'Command error!' } },
  },
  {
    hex: '79790008940000ed0289d6860d0a',
    message: report({ fixTime: null, fix: 'none', externalVoltageV: 2.37 }),
  },
  {
    hex: '7979000d940516090908081c030defbd2d0d0a',
    message: report({
      fixTime: utc('2022-09-09T08:08:28'),
      fix: 'none',
      doorOpen: true,
      extra: { triggerHigh: true },
    }),
  },
  {
    hex: '79790020940a03516080825457290502194200448892980691312079088572f50004d4350d0a',
    message: {
      kind: 'information',
      information: { imei: '351608082545729', imsi: '502194200448892', iccid: '980691312079088572' },
    },
  },
  { hex: '7878058a000688290d0a', message: { kind: 'heartbeat', name: 'timeRequest', reports: [] } },
  {
    hex: '78782e2a0f0c1d071139ca027ac8000c4658000014d83132353230313335333231373730373900000000000001002a6ece0d0a',
    message: report({
      fixTime: utc('2015-12-29T07:17:57'),
      fix: 'gps',
      ...at(23.11168, 114.409244),
      satellites: 10,
      courseDeg: 216,
      extra: { phone: '1252013532177079' },
    }),
  },
  {
    hex: '78780c95130a0209321c90000112800d0a',
    message: report({ fixTime: utc('2019-10-02T09:50:28'), fix: 'none', alarms: [alarms.harshAcceleration] }),
  },
  {
    hex: '797900849404414c4d313d43353b414c4d323d43433b414c4d333d35433b535441313d43303b4459443d30313b534f533d303133323838333730302c2c3b43454e5445523d303133323838333730303b46454e43453d46656e63652c4f46462c302c302e3030303030302c302e3030303030302c3330302c494e206f72204f55542c313b00b79d120d0a',
    message: { kind: 'information', information: { settings: { ALM1: 'C5', STA1: 'C0', DYD: '01' } } },
  },
  {
    hex: '78782431140813082d04cb026c6f6c0c3713a600140001cc000125fc06146402000000000bcd210d0a',
    message: report({
      fixTime: utc('2020-08-19T08:45:04'),
      fix: 'gps',
      ...at(22.589358, 113.85339),
      satellites: 11,
      accOn: false,
      isBuffered: false,
      cells: [{ mcc: 460, mnc: 1, lac: 9724, cellId: 101999618 }],
    }),
  },
  {
    hex: '78782732140813082d34c000000000000000000008000801cc000125fc061464021005030201000d4aef0d0a',
    message: report({
      fixTime: utc('2020-08-19T08:45:52'),
      fix: 'none',
      batteryPercent: 80,
      gsmLevel: 3,
      alarms: [alarms.externalPowerCut],
    }),
  },
  {
    hex: '787837341408150617140001cc0001012542061744034300000000000000000000000000000000000000000000000000000000000000000c9a700d0a',
    message: report({
      fixTime: utc('2020-08-21T06:23:20'),
      fix: 'none',
      cells: [{ mcc: 460, mnc: 1, lac: 9538, cellId: 102188035, rssiDbm: -67 }],
    }),
  },
  {
    hex: '78780a134406030b02001fb4e20d0a',
    message: state({
      charging: true,
      batteryPercent: 100,
      gsmLevel: 3,

      extra: { alarmCode: 0x0b },
    }),
  },
]

test.each(frames)('decodes $hex', ({ hex, message }) => {
  expect(decodeHex(hex)).toMatchObject(message)
})

test('gives no place to a report without one', () => {
  const hex = '78782732140813082d34c000000000000000000008000801cc000125fc061464021005030201000d4aef0d0a'
  expect(decodeHex(hex).reports[0]).not.toHaveProperty('latitude')
})

test('takes eleven volts in a heartbeat for no alarm', () => {
  expect(decodeHex('78780a134406030b02001fb4e20d0a').reports[0]).not.toHaveProperty('alarms')
})

describe('acknowledges', () => {
  test.each([
    ['78780d01012345678901234500018cdd0d0a', '787805010001d9dc0d0a'],
    ['78781101075253367890024270003201000512790d0a', '7878050100059ff80d0a'],
    ['787811010864717003664467100f190a0002c6d20d0a', '787805010002eb470d0a'],
    ['78780a134004040001000fdcee0d0a', '78780513000f008f0d0a'],
    ['78780b23c00122040001000818720d0a', '787805230008f29e0d0a'],
    ['787817360005040002003201010018020192006a015f0324aeaf0d0a', '7878053603248fb00d0a'],
    [
      '787825160b051b093523cf027ac8360c4657b30014000901cc00266a001e1740050400020008d7b10d0a',
      '7878051600084d8d0d0a',
    ],
    [
      '787825260f0c1d030b26c9027ac8180c4658600004000901cc00287d001f718004041302000c472a0d0a',
      '78780526000c8d070d0a',
    ],
    [
      '78782627100419092d07c5027ac91c0c4658000005370900000000000000008002000c01ff00004df60d0a',
      '7878052700001db70d0a',
    ],
    ['78781219028f0a29e10036f12003040102000875dc0d0a', '787805190008074a0d0a'],
    [
      '78782da41a011a03121fca01c3af5407ac8d200519191002cc100000c60d0000000002ce68ea4106040600ff00726f810d0a',
      '787805a40072aeaa0d0a',
    ],
    ['787819a5012ed0000075df000000000098661502050413000019a12b0d0a', '787805a5001929a30d0a'],
    ['787800171710231108290200cc080c4e2fa5640c4e2fa5640d0a', '787800171710231108290d0a'],
    [
      '78782e2a0f0c1d071139ca027ac8000c4658000014d83132353230313335333231373730373900000000000001002a6ece0d0a',
      '79790015970b000000004e4126264e4126263023230000e61e0d0a',
    ],
    ['78780c95130a0209321c90000112800d0a', '78780595000133c40d0a'],
    [
      '78782732140813082d34c000000000000000000008000801cc000125fc061464021005030201000d4aef0d0a',
      '78780526000d9c8e0d0a',
    ],
    ['78780a134406030b02001fb4e20d0a', '78780513001f100e0d0a'],
  ])('%s with %s', (hex, reply) => {
    expect(decodeHex(hex).replies.map(toHex)).toEqual([reply])
  })

  test.each([
    '787819100b031a0b1b31cc027ac7fd0c4657bf0115210001001cc6070d0a',
    '78781f12110616091835d0024bb93007d3fb783dd4c501940500f2006c8504a6e0370d0a',
    '787823120f081b121d37cb01c8e2cc08afd3c020d50201940701d600a1190041ee100576d1470d0a',
    '787822220f0c1d023305c9027ac8180c46586000140001cc00287d001f71000001000820860d0a',
    '78782aa015041007350eca027ac8a20c4658be00140081cc00000000287d0000000002ea5e010004000009dffc0d0a',
    '78783b2810010d02020201cc00287d001f713e287d001f7231287d001e232d287d001f4018000000000000000000000000000000000000ff00020005b14b0d0a',
    '787829152100000000526573746f7265206675656c20737570706c793a2053756363657373210002014077ce0d0a',
    '797900262100000000020043006f006d006d0061006e00640020006500720072006f0072002100236e850d0a',
    '79790008940000ed0289d6860d0a',
    '7979000d940516090908081c030defbd2d0d0a',
    '79790020940a03516080825457290502194200448892980691312079088572f50004d4350d0a',
    '78782431140813082d04cb026c6f6c0c3713a600140001cc000125fc06146402000000000bcd210d0a',
  ])('%s not at all', (hex) => {
    expect(decodeHex(hex).replies).toEqual([])
  })

  test('a time request with UTC', () => {
    const [message] = gt06.decode(aFrame(0x8a, '', 6), newSession(), Date.UTC(2026, 0, 2, 3, 4, 5))
    expect(message!.replies.map(toHex)).toEqual(['78780b8a1a01020304050006875c0d0a'])
  })

  test('a request for Unix time with it', () => {
    const [message] = gt06.decode(aFrame(0x1f, '0000000000000002', 4), newSession(), 0x695fac3f * 1000)
    expect(message!.replies.map(toHex)).toEqual(['78780b1f695fac3f000000044a820d0a'])
  })

  test('unknown numbers in the short frame only', () => {
    expect(toHex(gt06.decode(aFrame(0xd7, '00'), newSession(), now)[0]!.replies[0]!)).toMatch(/^787805d70001/)
    expect(gt06.decode(aFrame(0x84, '00', 1, true), newSession(), now)[0]!.replies).toEqual([])
  })

  test('nobody whose terminal is unknown', () => {
    expect(decodeHex(frames[0]!.hex).refusals).toEqual([])
  })
})
