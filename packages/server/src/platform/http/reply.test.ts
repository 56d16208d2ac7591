import { describe, expect, test } from 'vitest'
import { Refusal } from '../errors.ts'
import { failureOf, refused } from './reply.ts'

describe('what is answered', () => {
  test.each([
    [new Refusal('sessionExpired'), 'sessionExpired', 401],
    [new Refusal('noPermission'), 'noPermission', 403],
    [new Refusal('demoAccount'), 'demoAccount', 403],
    [new Refusal('wrongCredentials'), 'wrongCredentials', 403],
    [new Refusal('notFound'), 'notFound', 404],
    [new Refusal('usernameTaken'), 'usernameTaken', 409],
    [new Refusal('tooManyAttempts'), 'tooManyAttempts', 429],
    [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 'unavailable', 503],
    [Object.assign(new Error('shutting down'), { code: '57P01' }), 'unavailable', 503],
    [new Error('Connection terminated unexpectedly'), 'unavailable', 503],
    [Object.assign(new Error('too large'), { statusCode: 413 }), 'payloadTooLarge', 413],
    [new Error('a secret of ours'), 'internal', 500],
    [Object.assign(new Error('column does not exist'), { code: '42703' }), 'internal', 500],
    ['not even an error', 'internal', 500],
    [undefined, 'internal', 500],
  ])('to %s', (error, name, status) => expect(failureOf(error)).toMatchObject({ name, status }))
})

test('an internal failure reveals nothing of itself', () => {
  const text = JSON.stringify(refused(failureOf(new Error('a secret of ours')), 'en'))
  expect(text).not.toContain('secret')
})
