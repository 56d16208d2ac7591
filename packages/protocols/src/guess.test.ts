import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { guessProtocols } from './guess.ts'
import { protocols } from './registry.ts'
import { parseVectors } from './testing/vectors.ts'
import { fromHex } from './wire/bytes.ts'

const now = Date.UTC(2026, 10, 1)

test.each(protocols.map(({ name }) => name))('%s is the first guess of what it sends', (name) => {
  const file = new URL(`../testing/frames/${name}.txt`, import.meta.url)
  const sound = parseVectors(readFileSync(file, 'utf8')).filter(
    ({ message }) => message.kind !== 'malformed' && message.kind !== 'unknown',
  )
  for (const { bytes, title } of sound.filter(({ message }) => message.identity !== undefined).slice(0, 20)) {
    const [best] = guessProtocols(bytes, protocols, now)
    expect([title, best?.protocol, best?.fits]).toEqual([title, name, 1])
  }
})

test('a login and a frame with a wrong checksum are half understood', () => {
  const login = '78780d01012345678901234500018cdd0d0a'
  const [best, ...others] = guessProtocols(fromHex(login + login.replace('8cdd', '8cde')), protocols, now)
  expect(best).toEqual({
    protocol: 'gt06',
    fits: 0.5,
    begins: 'yes',
    kinds: { login: 1, malformed: 1 },
    terminalId: '123456789012345',
    problem: 'checksum',
  })
  expect(others.every(({ fits, begins }) => fits === 0 && begins !== 'yes')).toBe(true)
})

test('rubbish and nothing fit nobody', () => {
  for (const bytes of [new Uint8Array(0), fromHex('16030100c8010000c4')])
    expect(guessProtocols(bytes, protocols, now).every(({ fits }) => fits === 0)).toBe(true)
})
