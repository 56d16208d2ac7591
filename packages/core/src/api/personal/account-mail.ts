import { z } from 'zod'
import { call, nothing, time } from '../call.ts'
import { email } from '../ruled.ts'

/** A mail address that its owner has confirmed, and a forgotten password set by a link sent there. */

const token = z.string().max(100).describe('What the link in the mail holds; secret.')

export const accountMailCalls = {
  state: call({
    method: 'GET',
    path: '/api/email/state',
    permission: 'session',
    demo: true,
    inPerson: true,
    help: 'The address bound to the caller’s account.',
    input: nothing,
    output: z.object({
      email: z.string().nullable().describe('The bound address; null: none.'),
      bindTime: time.nullable().describe('When it was confirmed, epoch ms.'),
      canMail: z.boolean().describe('The platform can send mails with links.'),
    }),
  }),
  bind: call({
    path: '/api/email/bind',
    permission: 'session',
    acting: false,
    help: 'Sends a link to an address; opened within a day, it binds the address to the caller’s account.',
    input: z.object({
      email: email.describe('The address to be bound.'),
      password: z.string().max(200).describe('The account’s own password.'),
    }),
    output: nothing,
    refusals: ['wrongPassword', 'tooManyAttempts', 'mailNotConfigured', 'mailFailed'],
  }),
  unbind: call({
    path: '/api/email/unbind',
    permission: 'session',
    acting: false,
    help: 'Takes the bound address off the caller’s account.',
    input: z.object({ password: z.string().max(200).describe('The account’s own password.') }),
    output: nothing,
    refusals: ['wrongPassword', 'tooManyAttempts', 'notFound'],
  }),
  confirm: call({
    path: '/api/email/confirm',
    permission: 'public',
    demo: true,
    help: 'Binds the address that a link was sent to.',
    input: z.object({ token }),
    output: z.object({ email: z.string().describe('The address that is bound now.') }),
    refusals: ['linkGone', 'tooManyAttempts'],
  }),
  forgotPassword: call({
    path: '/api/user/forgotPassword',
    permission: 'public',
    demo: true,
    help: 'Sends a link for a new password to the bound address, if there is an account of this name or address that has one. The answer is the same if not.',
    input: z.object({ name: z.string().trim().min(1).max(128).describe('User name, or bound address.') }),
    output: nothing,
    refusals: ['mailNotConfigured', 'tooManyAttempts'],
  }),
  setPassword: call({
    path: '/api/user/setPasswordByLink',
    permission: 'public',
    demo: true,
    help: 'Sets a new password by a link, once and within half an hour; all sessions of the account end.',
    input: z.object({ token, newPassword: z.string().min(8).max(128) }),
    output: nothing,
    refusals: ['linkGone', 'commonPassword', 'tooManyAttempts'],
  }),
}
