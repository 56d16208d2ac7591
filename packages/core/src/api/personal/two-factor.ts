import { z } from 'zod'
import { byRowId, call, nothing, time } from '../call.ts'

/** Signing in with a code beside the password (TOTP, RFC 6238), and who must. */

const password = z.string().max(200).describe('The account’s own password.')
const recoveryCodes = z
  .array(z.string())
  .describe('Each signs in once instead of a code; told this once. Earlier ones end.')
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
    help: 'Does the caller’s account sign in with a code, must it, and does it demand that of those below?',
    input: nothing,
    output: z.object({
      sinceTime: time.nullable().describe('Since when codes are asked for, epoch ms; null: they are not.'),
      recoveryCodesLeft: z.int().describe('Recovery codes not used yet.'),
      isDemanded: z.boolean().describe('An account above demands it.'),
      demandsBelow: z.boolean().describe('The account demands it of all below it.'),
    }),
  }),
  begin: call({
    path: '/api/twoFactor/begin',
    permission: 'session',
    acting: false,
    help: 'Makes a new secret for an authenticator app. It counts once `confirm` was given a code made with it.',
    input: z.object({ password }),
    output: enrolment,
    refusals: ['wrongPassword', 'tooManyAttempts', 'twoFactorIsOn'],
  }),
  confirm: call({
    path: '/api/twoFactor/confirm',
    permission: 'session',
    acting: false,
    help: 'From now on this account signs in with a code; its other sessions end.',
    input: z.object({ code: secondCode }),
    output: z.object({ recoveryCodes }),
    refusals: ['wrongCode', 'tooManyAttempts', 'notFound', 'twoFactorIsOn'],
  }),
  newRecoveryCodes: call({
    path: '/api/twoFactor/newRecoveryCodes',
    permission: 'session',
    acting: false,
    help: 'Makes new recovery codes; earlier ones end.',
    input: z.object({ code: secondCode }),
    output: z.object({ recoveryCodes }),
    refusals: ['wrongCode', 'tooManyAttempts', 'notFound'],
  }),
  end: call({
    path: '/api/twoFactor/end',
    permission: 'session',
    acting: false,
    help: 'From now on this account signs in with its password alone.',
    input: z.object({ password, code: secondCode }),
    output: nothing,
    refusals: ['wrongPassword', 'wrongCode', 'tooManyAttempts', 'notFound', 'twoFactorDemanded'],
  }),
  demand: call({
    path: '/api/twoFactor/demand',
    permission: ['main:agent'],
    inPerson: true,
    acting: false,
    help: 'Demands codes of all accounts below the caller, or does so no more. Sessions of those that have none end: their next sign-in sets it up.',
    input: z.object({ isDemanded: z.boolean().describe('From now on it is demanded.') }),
    output: z.object({ endedSessions: z.int().describe('How many sessions were ended.') }),
  }),
  reset: call({
    path: '/api/twoFactor/reset',
    permission: ['main:agent_password'],
    inPerson: true,
    help: 'Takes the codes off an account below the caller, whose holder lost the app; its sessions end.',
    ...byRowId,
  }),
}
