import { z } from 'zod'
import { byRowId, call, time } from '../../api/call.ts'

/** Signing in with a code beside the password (TOTP, RFC 6238), and who must. */

const password = z.string().max(200).describe('The account’s own password.')
const recoveryCodes = z
  .array(z.string())
  .describe('Each signs in once instead of a code; shown only once. Earlier ones stop working.')
export const secondCode = z
  .string()
  .trim()
  .max(40)
  .describe('The six digits of the authenticator app, or a recovery code.')
export const enrolment = z.object({
  secret: z.string().describe('The secret in base32, to be typed into the app; secret.'),
  uri: z.string().describe('The same as `otpauth://` address, to be shown as QR code; secret.'),
})

export const twoFactorCalls = {
  state: call({
    method: 'GET',
    path: '/api/twoFactor/state',
    permission: 'session',
    demo: true,
    inPerson: true,
    help: 'Whether the caller’s account uses two-factor sign-in, must use it, and requires it of its sub-accounts.',
    output: z.object({
      sinceTime: time.nullable().describe('Since when codes are asked for, epoch ms; null: they are not.'),
      recoveryCodesLeft: z.int().describe('Recovery codes not used yet.'),
      isDemanded: z.boolean().describe('A parent account requires it.'),
      demandsBelow: z.boolean().describe('The account requires it of all sub-accounts.'),
    }),
  }),
  begin: call({
    path: '/api/twoFactor/begin',
    permission: 'session',
    acting: false,
    help: 'Creates a new secret for an authenticator app. It takes effect once `confirm` receives a code from it.',
    input: z.object({ password }),
    output: enrolment,
    refusals: ['wrongPassword', 'tooManyAttempts', 'twoFactorIsOn'],
  }),
  confirm: call({
    path: '/api/twoFactor/confirm',
    permission: 'session',
    acting: false,
    help: 'Turns two-factor sign-in on for this account and ends its other sessions.',
    input: z.object({ code: secondCode }),
    output: z.object({ recoveryCodes }),
    refusals: ['wrongCode', 'tooManyAttempts', 'notFound', 'twoFactorIsOn'],
  }),
  newRecoveryCodes: call({
    path: '/api/twoFactor/newRecoveryCodes',
    permission: 'session',
    acting: false,
    help: 'Creates new recovery codes; earlier ones stop working.',
    input: z.object({ code: secondCode }),
    output: z.object({ recoveryCodes }),
    refusals: ['wrongCode', 'tooManyAttempts', 'notFound'],
  }),
  end: call({
    path: '/api/twoFactor/end',
    permission: 'session',
    acting: false,
    help: 'Turns two-factor sign-in off for this account.',
    input: z.object({ password, code: secondCode }),
    refusals: ['wrongPassword', 'wrongCode', 'tooManyAttempts', 'notFound', 'twoFactorDemanded'],
  }),
  demand: call({
    path: '/api/twoFactor/demand',
    permission: ['main:agent'],
    inPerson: true,
    acting: false,
    help: 'Requires two-factor sign-in of all sub-accounts, or stops requiring it. Sessions of accounts without it end; they set it up at their next sign-in.',
    input: z.object({ isDemanded: z.boolean().describe('Whether it is required from now on.') }),
    output: z.object({ endedSessions: z.int().describe('Number of sessions ended.') }),
  }),
  reset: call({
    path: '/api/twoFactor/reset',
    permission: ['main:agent_password'],
    inPerson: true,
    help: 'Turns two-factor sign-in off for a sub-account that lost its app, and ends its sessions.',
    ...byRowId,
  }),
}
