import { createPublicKey, type KeyObject, sign } from 'node:crypto'
import { pemOf } from './example-keys.ts'

/**
 * An X.509 certificate of an RSA key by itself, as PEM: version 3 without extensions, signed with SHA-256 (RFC 5280, 4.1).
 * @param serial hexadecimal
 */
export function selfSigned(
  key: KeyObject,
  { serial, name, fromTime, toTime }: { serial: string; name: string; fromTime: number; toTime: number },
): string {
  const issuer = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))))
  const algorithm = sequence(oid('2a864886f70d01010b'), der(0x05))
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from(serial, 'hex')),
    algorithm,
    issuer,
    sequence(instant(fromTime), instant(toTime)),
    issuer,
    createPublicKey(pemOf(key)).export({ type: 'spki', format: 'der' }),
  )
  // A bit string begins with the number of unused bits.
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, key))
  const base64 = sequence(content, algorithm, signature).toString('base64')
  const lines = base64.match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const sizes = length < 128 ? [length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...sizes]), content])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const instant = (time: number) =>
  der(0x18, Buffer.from(`${new Date(time).toISOString().slice(0, 19).replace(/\D/g, '')}Z`))
