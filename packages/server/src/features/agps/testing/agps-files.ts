/** Files of assistance data as receivers take them, for tests. */

const hourMs = 3_600_000
const gpsEpochMs = Date.UTC(1980, 0, 6)
export const gpsHour = (time: number) => Math.floor((time + 18_000 - gpsEpochMs) / hourMs / 6) * 6

/** An EPO file that begins with the six hours of this time. */
export function anEpoFile(time: number, { sets = 12, satellites = 32 } = {}): Buffer {
  const file = Buffer.alloc(sets * satellites * 72)
  for (let set = 0; set < sets; set++)
    for (let n = 0; n < satellites; n++) {
      const at = (set * satellites + n) * 72
      file.writeUIntLE(gpsHour(time) + set * 6, at, 3)
      file[at + 3] = n + 1
    }
  return file
}

export function ubx(kind: number, payload: Uint8Array): Buffer {
  const frame = Buffer.alloc(payload.length + 8)
  frame.writeUInt16BE(0xb562, 0)
  frame.writeUInt16BE(kind, 2)
  frame.writeUInt16LE(payload.length, 4)
  frame.set(payload, 6)
  let [a, b] = [0, 0]
  for (const byte of frame.subarray(2, -2)) {
    a = (a + byte) & 0xff
    b = (b + a) & 0xff
  }
  frame[frame.length - 2] = a
  frame[frame.length - 1] = b
  return frame
}

export function ubxTime(time: number): Buffer {
  const date = new Date(time)
  const payload = Buffer.alloc(24)
  payload[0] = 0x10
  payload[3] = 0x80
  payload.writeUInt16LE(date.getUTCFullYear(), 4)
  payload.set(
    [
      date.getUTCMonth() + 1,
      date.getUTCDate(),
      date.getUTCHours(),
      date.getUTCMinutes(),
      date.getUTCSeconds(),
    ],
    6,
  )
  payload[16] = 2
  return ubx(0x1340, payload)
}

/** Orbits of some satellites as they send them. */
export const liveOrbits = (time: number, satellites = 8): Buffer =>
  Buffer.concat([
    ubxTime(time),
    ...Array.from({ length: satellites }, (_, n) =>
      ubx(0x1300, Buffer.from([1, 0, n + 1, ...Array(65).fill(n)])),
    ),
  ])

/** Predicted orbits of some days. */
export function predictedOrbits(time: number, days = 3, satellites = 51): Buffer {
  const frames = [ubxTime(time)]
  for (let day = 0; day < days; day++) {
    const date = new Date(time + day * 24 * hourMs)
    for (let n = 0; n < satellites; n++) {
      const payload = Buffer.alloc(76)
      payload.set([0, 0, n + 1, 0, date.getUTCFullYear() - 2000, date.getUTCMonth() + 1, date.getUTCDate()])
      frames.push(ubx(0x1320, payload))
    }
  }
  return Buffer.concat(frames)
}
