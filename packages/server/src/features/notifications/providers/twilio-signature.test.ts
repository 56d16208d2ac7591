import { expect, test } from 'vitest'
import { isSignedByTwilio, twilioSignature } from './twilio.ts'

const token = '0123456789abcdef0123456789abcdef'
const url = 'https://track.example.com/hooks/twilio/sms?d=42'
const fields = {
  To: '+4915112345678',
  MessageSid: 'SM00000000000000000000000000000042',
  SmsSid: 'SM00000000000000000000000000000042',
  MessageStatus: 'undelivered',
  SmsStatus: 'undelivered',
  ErrorCode: '30005',
  From: '+15005550006',
  AccountSid: 'AC00000000000000000000000000000001',
  ApiVersion: '2010-04-01',
}
const signature = 'Bt1/hyZhWupfTx20I3R8DMdaXzc='

test('signs as the provider does', () => expect(twilioSignature(token, url, fields)).toBe(signature))

test('takes its signature, with and without the default port', () => {
  expect(isSignedByTwilio(token, signature, { url, fields })).toBe(true)
  const withPort = twilioSignature(token, url.replace('.com', '.com:443'), fields)
  expect(isSignedByTwilio(token, withPort, { url, fields })).toBe(true)
})

test.each([
  ['another field', signature, { ...fields, ErrorCode: '' }, token],
  ['one more field', signature, { ...fields, NewField: '1' }, token],
  ['another token', signature, fields, token.replace('0', '1')],
  ['none', '', fields, token],
])('refuses %s', (_what, given, sent, key) =>
  expect(isSignedByTwilio(key, given, { url, fields: sent })).toBe(false),
)
