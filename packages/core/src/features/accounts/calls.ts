import { z } from 'zod'
import { call, line, named, page, pageInput, prose, rowId, time } from '../../api/call.ts'
import { datedTime, email, telephone } from '../../api/ruled.ts'
import { languageCodes } from '../../codes/languages.ts'
import { permissions } from '../../codes/permissions.ts'
import { type RoleId, roleIds } from '../../codes/roles.ts'
import { unitSystems } from '../../readings/units.ts'
import { isTimeZone } from '../../rules/wall-time.ts'
import { sessionToken } from './session-cookie.ts'
import { enrolment, secondCode } from './two-factor-calls.ts'

/** Accounts, their tree, and sessions. Outside tools know the paths. */

export const roleId = z.literal(roleIds as [RoleId, ...RoleId[]])
export const timeZone = z.string().max(64).refine(isTimeZone, 'unknownTimeZone')
const units = z
  .enum(unitSystems)
  .describe('In which distances, speeds, volumes and temperatures are shown; the API and files stay metric.')
export const newPassword = z.string().min(8).max(128)

/** An account as its holder and its superiors see it. */
export const account = named('Account', {
  id: rowId,
  ancestors: z
    .string()
    .describe('Comma-delimited chain of ancestor ids, from the root of the caller’s own subtree.'),
  username: z.string(),
  nickname: z.string().nullable(),
  role: roleId,
  realname: z.string().nullable(),
  telephone: z.string().nullable(),
  email: z.string().nullable(),
  language: z.literal(languageCodes).nullable(),
  timeZone: z.string(),
  units,
  expireTime: time.nullable(),
  isDemo: z.boolean(),
  remark: z.string().nullable(),
  createTime: time,
})
export type Account = z.output<typeof account>

export const accountName = z.object({ id: rowId, username: z.string(), nickname: z.string().nullable() })
export type AccountName = z.output<typeof accountName>

/** Who is signed in, and what this session may. */
export const sessionAccount = account.extend({
  permissions: z.array(z.enum(permissions)),
  mustChangePassword: z
    .boolean()
    .describe('The password was set by someone else: until it is changed, no other call is accepted.'),
  isOfDevice: z
    .boolean()
    .default(false)
    .describe('Opened by a link to one device or its password: this device is all that it sees.'),
  actor: accountName
    .nullable()
    .describe('The parent account acting as this account; null: signed in directly.'),
  region: z
    .string()
    .nullable()
    .describe('Region of the account, its own or that of the nearest parent account with one; null: none.'),
  group: z
    .string()
    .nullable()
    .describe('Customer group, its own or that of the nearest parent account with one; null: none.'),
  importCount: z
    .int()
    .nullable()
    .describe('Remaining import credits of the account; null: none granted, or no limit.'),
})
export type SessionAccount = z.output<typeof sessionAccount>

/** A node of the account tree with the counts of its whole subtree. */
export const accountNode = named('AccountNode', {
  id: rowId,
  ancestors: z.string(),
  username: z.string(),
  nickname: z.string().nullable(),
  role: roleId,
  hasChildren: z.boolean(),
  total: z.int(),
  online: z.int(),
  offline: z.int(),
  unactived: z.int(),
})
export type AccountNode = z.output<typeof accountNode>

export const profile = z.object({
  nickname: line(64).nullable(),
  realname: line(64).nullable(),
  telephone: telephone.nullable(),
  email: email.nullable(),
  language: z.literal(languageCodes).nullable(),
  timeZone,
  units,
  remark: prose(500).nullable(),
})

export const accountCalls = {
  login: call({
    path: '/api/user/login',
    permission: 'public',
    demo: true,
    session: 'opens',
    help: 'Opens a session. A wrong user name and a wrong password give the same answer in the same time.',
    input: z.object({
      // Not bounded here: a name too long is `usernameMalformed`, like any other that no account can have.
      username: z.string(),
      password: z.string(),
      isLong: z
        .boolean()
        .default(false)
        .describe('Keep me signed in: a session of 30 days instead of one that ends after 12 idle hours.'),
      browser: z
        .string()
        .max(200)
        .nullish()
        .describe('What an earlier sign-in in this browser answered as `browser`; null: asks for one.'),
      code: secondCode.optional(),
    }),
    output: z.object({
      token: sessionToken,
      browser: z
        .string()
        .nullable()
        .describe('Sent with the next sign-in: its sender need not wait for the wrong passwords of others.'),
      recoveryCodes: z
        .array(z.string())
        .optional()
        .describe(
          'Of an account that set up its codes with this sign-in: each signs in once; shown only once.',
        ),
      user: sessionAccount,
    }),
    refusals: [
      'usernameMalformed',
      'accountExpired',
      'wrongCredentials',
      'tooManyAttempts',
      'codeNeeded',
      'wrongCode',
      'twoFactorDemanded',
    ],
  }),
  enrol: call({
    path: '/api/user/enrol',
    permission: 'public',
    demo: true,
    help: 'For when `login` returns `twoFactorDemanded`: creates the secret for an authenticator app. The next `login` sends a code from it.',
    input: z.object({ username: z.string(), password: z.string() }),
    output: enrolment,
    refusals: ['usernameMalformed', 'accountExpired', 'wrongCredentials', 'tooManyAttempts', 'notFound'],
  }),
  logout: call({
    path: '/api/user/logout',
    permission: 'session',
    demo: true,
    session: 'ends',
    duringSetup: true,
    deviceSession: true,
    help: 'Ends the session of this token.',
  }),
  self: call({
    method: 'GET',
    path: '/api/user/self',
    permission: 'session',
    demo: true,
    duringSetup: true,
    deviceSession: true,
    help: 'The account of this session and its permissions.',
    output: sessionAccount,
  }),
  children: call({
    method: 'GET',
    path: '/api/user/children',
    permission: 'session',
    demo: true,
    help: 'The direct sub-accounts of an account, with the device counts of their subtrees. Without an id: the caller itself.',
    input: z.object({ id: rowId.optional() }),
    output: z.object({ list: z.array(accountNode) }),
    refusals: ['notFound'],
  }),
  findLike: call({
    method: 'GET',
    path: '/api/user/findLike',
    permission: 'session',
    demo: true,
    help: 'Accounts in the subtree of an account whose user name or nickname contains a text.',
    input: pageInput.extend({ selectName: z.string().trim().max(64), id: rowId.optional() }),
    output: page(accountNode),
    refusals: ['notFound'],
  }),
  names: call({
    path: '/api/user/names',
    permission: 'session',
    demo: true,
    help: 'The names of accounts by id. Accounts that don’t exist or are outside the caller’s scope are left out.',
    input: z.object({ ids: z.array(rowId).max(100) }),
    output: z.object({ list: z.array(accountName) }),
  }),
  update: call({
    path: '/api/user/update',
    permission: 'session',
    help: 'Changes the profile of an account: the caller’s own or, with edit permission, a sub-account’s. Only a parent account sets the expiry; sub-accounts that would expire later are shortened to it.',
    input: z.object({ id: rowId, expireTime: datedTime.nullable().optional(), ...profile.partial().shape }),
    output: account,
    refusals: ['notFound'],
  }),
  changePassword: call({
    path: '/api/user/changePassword',
    permission: 'session',
    duringSetup: true,
    acting: false,
    help: 'Changes the caller’s own password and ends every other session of the account, and with them its API keys, links and browser notifications.',
    input: z.object({
      currentPassword: z.string().max(200),
      newPassword,
      keepsAccess: z
        .boolean()
        .default(false)
        .describe('API keys, links and browser notifications stay: only sessions end.'),
    }),
    refusals: ['wrongPassword', 'tooManyAttempts', 'commonPassword'],
  }),
}
