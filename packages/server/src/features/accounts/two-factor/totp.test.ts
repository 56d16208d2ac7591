import { expect, test } from 'vitest'
import { base32, codeAt, keyUri, stepAt, stepOf } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('RFC 6238, appendix B: at %d s the code is %s', (seconds, code) =>
  expect(codeAt(secret, stepAt(seconds * 1000), 8)).toBe(code),
)

test('codes of the step before and of the next one count, others do not', () => {
  const now = 1_800_000_000_000
  const steps = [-2, -1, 0, 1, 2].map((off) => stepOf(secret, codeAt(secret, stepAt(now) + off), now))
  expect(steps).toEqual([null, stepAt(now) - 1, stepAt(now), stepAt(now) + 1, null])
  for (const wrong of ['', '12345', `${codeAt(secret, stepAt(now))}0`, 'abcdef', '１２３４５６'])
    expect(stepOf(secret, wrong, now), wrong).toBeNull()
})

test('the secret is written as apps read it', () => {
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  expect(base32(Buffer.from('foob'))).toBe('MZXW6YQ')
  expect(keyUri(Buffer.from('foobar'), 'Müller & Co')).toBe(
    'otpauth://totp/Trackway:M%C3%BCller%20%26%20Co?secret=MZXW6YTBOI&issuer=Trackway',
  )
})
