import { checkPrimeSync, createHash, createPrivateKey, type KeyObject } from 'node:crypto'

/**
 * Keys that examples of signatures are made with, the same on every machine: RSA of 2048 bits, whose primes are the
 * first ones from the SHAKE256 of `trackway example <name> p` and `… q`, with their two highest bits and the lowest set.
 */
export function exampleKey(name: string): KeyObject {
  const known = keys.get(name)
  if (known !== undefined) return known
  const [p, q] = [primeOf(`${name} p`), primeOf(`${name} q`)]
  const e = 65_537n
  const d = inverse(e, (p - 1n) * (q - 1n))
  const numbers = { n: p * q, e, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) }
  const parts = Object.entries(numbers).map(([part, number]) => [part, bytesOf(number).toString('base64url')])
  const key = createPrivateKey({ key: { kty: 'RSA', ...Object.fromEntries(parts) }, format: 'jwk' })
  keys.set(name, key)
  return key
}

const keys = new Map<string, KeyObject>()

export const pemOf = (key: KeyObject): string =>
  key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString()

function primeOf(text: string): bigint {
  const hash = createHash('shake256', { outputLength: 128 }).update(`trackway example ${text}`)
  let prime = BigInt(`0x${hash.digest('hex')}`) | (3n << 1022n) | 1n
  while (!checkPrimeSync(prime)) prime += 2n
  return prime
}

function inverse(number: bigint, modulus: bigint): bigint {
  let [a, b, x, y] = [number % modulus, modulus, 1n, 0n]
  while (b !== 0n) {
    const quotient = a / b
    ;[a, b, x, y] = [b, a - quotient * b, y, x - quotient * y]
  }
  return x < 0n ? x + modulus : x
}

function bytesOf(number: bigint): Buffer {
  const hex = number.toString(16)
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
}
