import { expect, test } from 'vitest'
import { toHex } from '../wire/bytes.ts'
import {
  confirmAlarmsBody,
  controlBody,
  doorBody,
  oilBody,
  queryParametersBody,
  setParametersBody,
  textBody,
  trackingBody,
} from './command-bodies.ts'
import { terminalLayout } from './encode.ts'
import { buildFrame } from './envelope.ts'
import { framesToDevice, newSession } from './session.ts'

const is2013 = (id: string) => terminalLayout(id)
const is2019 = terminalLayout('13912344329', 2019)

// Captures and vectors of Traccar and xtream-codec.
test.each([
  [
    'restart',
    buildFrame(is2013('024530313349'), 0x8105, 0, controlBody(4)),
    '7e81050001024530313349000004bd7e',
  ],
  [
    'interval 10 s',
    buildFrame(is2013('024530313349'), 0x8103, 0, setParametersBody([[0x29, { value: 10, bytes: 4 }]])),
    '7e8103000a02453031334900000100000029040000000a927e',
  ],
  [
    'server and port',
    buildFrame(
      is2013('014535709217'),
      0x8103,
      0,
      setParametersBody([
        [0x13, '188.245.151.94'],
        [0x18, { value: 5015, bytes: 4 }],
      ]),
    ),
    '7e8103001d014535709217000002000000130e3138382e3234352e3135312e3934000000180400001397887e',
  ],
  [
    'text, 2019',
    buildFrame(is2019, 0x8300, 0, textBody('HelloWorld 汉字 GBK 编码', true)),
    '7e8300401a01000000000139123443290000010148656c6c6f576f726c6420babad7d62047424b20b1e0c2ebbb7e',
  ],
  [
    'tracking',
    buildFrame(is2019, 0x8202, 0, trackingBody(30, 1000)),
    '7e8202400601000000000139123443290000001e000003e8467e',
  ],
  [
    'lock the doors',
    buildFrame(is2013('013912344323'), 0x8500, 0, doorBody(true, false)),
    '7e85000001013912344323000001fb7e',
  ],
  [
    'unlock the doors, 2019',
    buildFrame(is2019, 0x8500, 0, doorBody(false, true)),
    '7e85004005010000000001391234432900000001000101b47e',
  ],
  [
    'confirm alarms',
    buildFrame(is2019, 0x8203, 0, confirmAlarmsBody(321, [28, 21])),
    '7e8203400601000000000139123443290000014110200000c27e',
  ],
  [
    'two parameters, please',
    buildFrame(is2019, 0x8106, 0, queryParametersBody([1, 2])),
    '7e8106400901000000000139123443290000020000000100000002ba7e',
  ],
])('%s', (_, frame, hex) => expect(toHex(frame)).toBe(hex))

test('oil is cut with the time in GMT+8', () => {
  expect(toHex(oilBody(true, Date.UTC(2026, 0, 1, 16, 0, 5)))).toBe('01260102000005')
})

test('a device that never sent a frame cannot be sent commands', () => {
  expect(() => framesToDevice(newSession(), 0x8104, new Uint8Array(0))).toThrow('no frame')
})
