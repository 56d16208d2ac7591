import { expect, test } from 'vitest'
import { maySandbox, sandbox } from './sandbox.ts'

test.each([
  [[], undefined, true],
  [[], 'development', true],
  [[], 'production', false],
  [['payments'], 'production', false],
  [['texts'], 'production', true],
])('with %j named and NODE_ENV %s the sandbox is allowed: %s', (names, nodeEnv, isAllowed) =>
  expect(maySandbox(names, nodeEnv)).toBe(isAllowed),
)

test('what it is given counts as arrived, with the parts that it would have had', async () => {
  const sms = { to: '+4915112345678', text: 'A'.repeat(161), callbackUrl: null, validS: 60 }
  expect(await sandbox.connect({})!.sendSms(sms)).toMatchObject({
    kind: 'sent',
    isDelivered: true,
    segments: 2,
  })
})
