import { expect, test } from 'vitest'
import { mailServerOf } from './mail.ts'

test.each([
  ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, secure: false }],
  ['smtps://mail.example.com', { host: 'mail.example.com', port: 465, secure: true }],
  ['smtp://mail.example.com:25', { host: 'mail.example.com', port: 25 }],
  ['smtp://[2001:db8::25]:2525', { host: '2001:db8::25', port: 2525 }],
  ['smtp://a%40b:p%3Aw@localhost', { host: 'localhost', auth: { user: 'a@b', pass: 'p:w' } }],
  ['smtps://localhost?verify=0', { tls: { rejectUnauthorized: false } }],
  ['smtps://localhost', { tls: { rejectUnauthorized: true } }],
])('%s', (url, server) => expect(mailServerOf(url)).toMatchObject(server))

test('without a name nobody signs in', () =>
  expect(mailServerOf('smtp://localhost')).not.toHaveProperty('auth'))
