import { crc32, deflateSync } from 'node:zlib'
import { chance } from '@trackway/simulator/random.ts'

/** Small files as cameras and microphones of vehicles make them; the same seed makes the same. */

const width = 320
const height = 240
type Colour = readonly [red: number, green: number, blue: number]

/** A road ahead with houses beside it, by day or by night, as PNG. */
export function roadPicture(seed: number, isNight: boolean): Uint8Array {
  const light = isNight ? 0.25 : 1
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const colour = colourAt(seed, x, y).map((value) => Math.round(value * light))
      rows.set(colour, y * (1 + width * 3) + 1 + x * 3)
    }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  // Eight bits a channel, true colour.
  size.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

const horizon = 105

function colourAt(seed: number, x: number, y: number): Colour {
  if (y > 218) return [28, 28, 30]
  if (y < horizon) {
    const block = Math.floor((x + 40 * chance(seed, 1)) / 26)
    const roof = horizon - 8 - 62 * chance(seed, 2, block)
    const isLane = Math.abs(x - width / 2) < 34
    if (y < roof || isLane) return [150 + y / 3, 185 + y / 3, 225 + y / 6]
    const isWindow = x % 6 > 2 && y % 9 > 4
    const wall = 95 + 70 * chance(seed, 3, block)
    return isWindow ? [wall + 45, wall + 45, wall + 20] : [wall, wall - 5, wall - 12]
  }
  const depth = (y - horizon) / (height - horizon)
  const aside = Math.abs(x - width / 2) / (18 + 150 * depth)
  if (aside > 1) return [92, 122 + 20 * chance(seed, 4, x >> 2, y >> 2), 70]
  const isMarking = aside < 0.03 && Math.floor(6 / (depth + 0.08)) % 2 === 0
  if (isMarking || (aside > 0.93 && aside < 0.97)) return [225, 225, 215]
  return [88 + 8 * chance(seed, 5, x >> 1, y >> 1), 90, 94]
}

const rateHz = 8_000

/** Seconds of an engine and of somebody who speaks, as WAV. */
export function cabinSound(seed: number, seconds: number): Uint8Array {
  const samples = Buffer.alloc(rateHz * seconds)
  for (let at = 0; at < samples.length; at++) {
    const time = at / rateHz
    const syllable = Math.max(0, Math.sin(time * 11 + seed)) * (Math.sin(time * 1.7) > -0.2 ? 1 : 0)
    const voice = syllable * Math.sin(time * 2 * Math.PI * (160 + 40 * Math.sin(time * 3)))
    const engine = 0.25 * Math.sin(time * 2 * Math.PI * 43) + 0.1 * (chance(seed, at) - 0.5)
    samples[at] = Math.round(128 + 90 * (0.6 * voice + engine))
  }
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  // PCM, one channel, eight bits.
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rateHz, 24)
  head.writeUInt32LE(rateHz, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}
