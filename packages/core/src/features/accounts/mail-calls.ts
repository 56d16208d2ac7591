import { z } from 'zod'
import { call, time } from '../../api/call.ts'
import { email } from '../../api/ruled.ts'

/** A mail address that its owner has confirmed, and a forgotten password set by a link sent there. */

const token = z.string().max(100).describe('Token of the link in the email; secret.')

export const accountMailCalls = {
  state: call({
    method: 'GET',
    path: '/api/email/state',
    permission: 'session',
    demo: true,
    inPerson: true,
    help: 'The address bound to the caller’s account.',
    output: z.object({
      email: z.string().nullable().describe('The confirmed address; null: none.'),
      bindTime: time.nullable().describe('When it was confirmed, epoch ms.'),
      canMail: z.boolean().describe('The platform can send emails with links.'),
    }),
  }),
  bind: call({
    path: '/api/email/bind',
    permission: 'session',
    acting: false,
    help: 'Sends a link to an address; opened within a day, it binds the address to the caller’s account.',
    input: z.object({
      email: email.describe('The address to confirm.'),
      password: z.string().max(200).describe('The account’s own password.'),
    }),
    refusals: ['wrongPassword', 'tooManyAttempts', 'mailNotConfigured', 'mailFailed'],
  }),
  unbind: call({
    path: '/api/email/unbind',
    permission: 'session',
    acting: false,
    help: 'Removes the confirmed email of the caller’s account.',
    input: z.object({ password: z.string().max(200).describe('The account’s own password.') }),
    refusals: ['wrongPassword', 'tooManyAttempts', 'notFound'],
  }),
  confirm: call({
    path: '/api/email/confirm',
    permission: 'public',
    demo: true,
    help: 'Binds the address that a link was sent to.',
    input: z.object({ token }),
    output: z.object({ email: z.string().describe('The confirmed address.') }),
    refusals: ['linkGone', 'tooManyAttempts'],
  }),
  forgotPassword: call({
    path: '/api/user/forgotPassword',
    permission: 'public',
    demo: true,
    help: 'Sends a link for a new password to the confirmed email of the account with this user name or address. The answer is the same if there is none.',
    input: z.object({ name: z.string().trim().min(1).max(128).describe('User name, or confirmed address.') }),
    refusals: ['mailNotConfigured', 'tooManyAttempts'],
  }),
  setPassword: call({
    path: '/api/user/setPasswordByLink',
    permission: 'public',
    demo: true,
    help: 'Sets a new password through an emailed link, once and within 30 minutes, and ends all sessions of the account.',
    input: z.object({ token, newPassword: z.string().min(8).max(128) }),
    refusals: ['linkGone', 'commonPassword', 'tooManyAttempts'],
  }),
}
