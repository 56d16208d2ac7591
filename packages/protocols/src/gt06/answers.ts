/** What the server answers beyond the plain acknowledgement. */
import { seal } from './envelope.ts'
import { Writer } from './writer.ts'

/** "No address" as Traccar words it; it ends the device's repeating. */
export const noAddress = seal(0x97, noAddressBody(), 0, true)

function noAddressBody(): Uint8Array {
  const text = 'NA&&NA&&0##'
  const writer = new Writer()
  writer.u8(text.length)
  writer.u32(0)
  writer.ascii(text)
  return writer.done()
}

/** Date and time in UTC: sending local time here shifts all stamps that follow. */
export function timeAnswer(serial: number, now: number): Uint8Array {
  const time = new Date(now)
  return seal(
    0x8a,
    Uint8Array.of(
      time.getUTCFullYear() - 2000,
      time.getUTCMonth() + 1,
      time.getUTCDate(),
      time.getUTCHours(),
      time.getUTCMinutes(),
      time.getUTCSeconds(),
    ),
    serial,
  )
}

/** Seconds since 1970 and two bytes of zero. Source: public captures of 0x1F. */
export function unixTimeAnswer(serial: number, now: number): Uint8Array {
  const writer = new Writer()
  writer.u32(Math.floor(now / 1000))
  writer.u16(0)
  return seal(0x1f, writer.done(), serial)
}
