import { parseArgs } from 'node:util'
import { type DeviceFault, deviceFaults } from './device/conduct.ts'
import { type SpokenProtocol, spokenProtocols } from './device/speakers.ts'

/** The options of `trackway simulate`. */
export interface Options {
  protocol: SpokenProtocol | 'mixed'
  devices: number
  intervalS: number
  host: string
  port: number
  seed: number
  badFrames: number
  buffered: number
  /** Share of devices that have one of the faults, one after the other. */
  faulty: number
  faults: readonly DeviceFault[]
  lost: number
  /** Null: the usual one of its protocol. */
  firmware: string | null
  firstId: number
  connectsPerSecond: number
  timeFactor: number
  /** A map file in whose streets all of them drive; null: in the made-up streets of the cities. */
  map: string | null
}

/** A wrong option; the message names it. */
export class OptionError extends Error {}

export const usage = `trackway simulate [options]
  --protocol ${[...spokenProtocols, 'mixed'].join('|')}  protocol of the devices (mixed)
  --devices 100                number of devices
  --interval 10                seconds between reports while driving
  --host 127.0.0.1             where the server is
  --port 5000                  its device port
  --seed 1                     the same seed drives the same routes
  --first-id 860000000000001   terminal id of the first device; the others count up from it
  --bad-frames 0.01            share of reports preceded by a broken frame (0)
  --buffered 0.05              share of reports held back and sent late (0)
  --faulty 0.1                 share of devices that fail a check of the line (0)
  --faults noFix,mute          which of ${deviceFaults.join(', ')} these have (all)
  --lost 0.1                   share of frames lost in either direction (0)
  --firmware TW06-2.5          version that they say they have
  --connects 200               new connections per second while the fleet starts
  --time-factor 1              simulated seconds per real second
  --map FILE.pmtiles           drive the streets of this map`

/** @throws {OptionError} naming the option that is wrong */
export function readOptions(args: readonly string[]): Options | 'help' {
  const { values } = parse(args)
  if (values.help) return 'help'
  const requested = values.protocol ?? 'mixed'
  const protocol = [...spokenProtocols, 'mixed' as const].find((name) => name === requested)
  if (protocol === undefined) {
    throw new OptionError(`--protocol is ${spokenProtocols.join(', ')} or mixed, not ${requested}.`)
  }
  const number = (name: keyof typeof values, fallback: number, low: number, high: number) => {
    const text = values[name]
    const value = text === undefined ? fallback : Number(text)
    if (value >= low && value <= high) return value
    throw new OptionError(`--${name} is a number from ${low} to ${high}, not ${text}.`)
  }
  const whole = (name: keyof typeof values, fallback: number, low: number, high: number) => {
    const value = number(name, fallback, low, high)
    if (Number.isInteger(value)) return value
    throw new OptionError(`--${name} is a whole number, not ${value}.`)
  }
  return {
    protocol,
    devices: whole('devices', 100, 1, 100_000),
    intervalS: number('interval', 10, 1, 3_600),
    host: values.host ?? '127.0.0.1',
    port: whole('port', 5000, 1, 65_535),
    seed: whole('seed', 1, 0, 2 ** 31),
    badFrames: number('bad-frames', 0, 0, 1),
    buffered: number('buffered', 0, 0, 1),
    faulty: number('faulty', 0, 0, 1),
    faults: faultsOf(values.faults),
    lost: number('lost', 0, 0, 0.9),
    firmware: values.firmware ?? null,
    firstId: whole('first-id', 860_000_000_000_001, 1_000_000, 999_999_999_999_999),
    connectsPerSecond: number('connects', 200, 1, 10_000),
    timeFactor: number('time-factor', 1, 0.1, 1_000),
    map: values.map ?? null,
  }
}

function faultsOf(names: string | undefined): readonly DeviceFault[] {
  if (names === undefined) return deviceFaults
  return names.split(',').map((name) => {
    const fault = deviceFaults.find((each) => each === name)
    if (fault !== undefined) return fault
    throw new OptionError(`--faults are of ${deviceFaults.join(', ')}, not ${name}.`)
  })
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      options: {
        protocol: text,
        devices: text,
        interval: text,
        host: text,
        port: text,
        seed: text,
        'bad-frames': text,
        buffered: text,
        faulty: text,
        faults: text,
        lost: text,
        firmware: text,
        'first-id': text,
        connects: text,
        'time-factor': text,
        map: text,
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new OptionError((error as Error).message.split('. ')[0] ?? 'Unknown option.')
  }
}
