import { expect, test } from 'vitest'
import { newSecret, signatureHeaders } from './sign-webhook.ts'

const secret = 'whsec_WOi6ex505sf90UiiBCBAtZsFk1JzLg/8'
const body = Buffer.from(
  '{"type":"alarm.opened","id":"evt_42","timestamp":"2026-11-22T08:00:00.000Z","data":{"alarmId":42,"terminalID":"867000000000017","code":4}}',
)
const event = { id: 'evt_42', body, timeS: 1_795_334_400 }

test('signs the body both ways', () =>
  expect(signatureHeaders([secret], event)).toEqual({
    'x-trackway-signature': '6cf51ee1fe5a69bd0096799b59f82ad2a81a4090343e976207b5e9bfac6e9723',
    'webhook-id': 'evt_42',
    'webhook-timestamp': '1795334400',
    'webhook-signature': 'v1,ngZ5HXR/l+4JIrhqB7SAkhs9ZFzGCHqi02/a4tC0f0o=',
  }))

test('while a secret is changed, both sign', () => {
  const next = newSecret()
  const headers = signatureHeaders([next, secret], event)
  expect(headers['webhook-signature']!.split(' ')).toEqual([
    expect.stringMatching(/^v1,.{44}$/),
    'v1,ngZ5HXR/l+4JIrhqB7SAkhs9ZFzGCHqi02/a4tC0f0o=',
  ])
  expect(headers['x-trackway-signature']).toBe(signatureHeaders([next], event)['x-trackway-signature'])
})
