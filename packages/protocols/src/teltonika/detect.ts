/** Does a stream speak Teltonika? It greets with an IMEI behind its length, or begins with four zeros, a length and a codec. Source: as `envelope.ts`. */
import { ping, shapeOf } from './envelope.ts'

export function detect(head: Uint8Array): 'yes' | 'no' | 'more' {
  const start = head.findIndex((byte) => byte !== ping)
  // A keep-alive that outlived its connection.
  if (start > 4) return 'no'
  if (start < 0) return head.length > 4 ? 'no' : 'more'
  const shape = shapeOf(head.subarray(start))
  return shape === null ? 'no' : shape === 'more' ? 'more' : 'yes'
}
