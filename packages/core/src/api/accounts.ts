import { z } from 'zod'
import { languageCodes } from '../codes/languages.ts'
import { type RoleId, roleIds } from '../codes/roles.ts'
import { usernamePattern } from '../rules/validation.ts'
import { isTimeZone } from '../rules/wall-time.ts'
import { call, line, nothing, page, pageInput, prose, rowId, time } from './call.ts'

/** Accounts, their tree, and sessions. Paths follow S2 section 7, "User". */

const roleId = z.literal(roleIds as [RoleId, ...RoleId[]])
export const timeZone = z.string().max(64).refine(isTimeZone, 'unknownTimeZone')
const newPassword = z.string().min(8).max(128)

/** An account as its holder and its superiors see it. */
export const account = z.object({
  id: rowId,
  /** Comma-delimited chain of ancestor ids, from the root of the caller's own subtree (S1 section 3). */
  ancestors: z.string(),
  username: z.string(),
  nickname: z.string().nullable(),
  role: roleId,
  realname: z.string().nullable(),
  telephone: z.string().nullable(),
  email: z.string().nullable(),
  language: z.literal(languageCodes).nullable(),
  timeZone: z.string(),
  expireTime: time.nullable(),
  isDemo: z.boolean(),
  remark: z.string().nullable(),
  createTime: time,
})
export type Account = z.output<typeof account>

/** A node of the account tree with the counts of its whole subtree. */
export const accountNode = z.object({
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

const accountName = accountNode.pick({ id: true, username: true, nickname: true })
export type AccountName = z.output<typeof accountName>

const profile = z.object({
  nickname: line(64).nullable(),
  realname: line(64).nullable(),
  telephone: line(32).nullable(),
  email: z.email().max(128).nullable(),
  language: z.literal(languageCodes).nullable(),
  timeZone,
  remark: prose(500).nullable(),
})

export const accountCalls = {
  login: call({
    path: '/api/user/login',
    permission: 'public',
    demo: true,
    help: 'Opens a session. A wrong user name and a wrong password give the same answer in the same time.',
    input: z.object({
      // Not bounded here: a name too long is `usernameMalformed`, like any other that no account can have.
      username: z.string(),
      password: z.string(),
      /** Keep me signed in: a session of 30 days instead of one that ends after 12 idle hours. */
      isLong: z.boolean().default(false),
    }),
    output: z.object({ token: z.string(), user: account }),
    refusals: ['usernameMalformed', 'accountExpired', 'wrongCredentials', 'tooManyAttempts'],
  }),
  logout: call({
    path: '/api/user/logout',
    permission: 'session',
    demo: true,
    deviceSession: true,
    help: 'Ends the session of this token.',
    input: nothing,
    output: nothing,
  }),
  self: call({
    path: '/api/user/self',
    permission: 'session',
    demo: true,
    deviceSession: true,
    help: 'The account of this session.',
    input: nothing,
    output: account,
  }),
  children: call({
    path: '/api/user/children',
    permission: 'session',
    demo: true,
    help: 'The accounts directly below one account, with the device counts of their subtrees. Without an id: the caller itself.',
    input: z.object({ id: rowId.optional() }),
    output: z.object({ list: z.array(accountNode) }),
    refusals: ['notFound'],
  }),
  findLike: call({
    path: '/api/user/findLike',
    permission: 'session',
    demo: true,
    help: 'Accounts at or below one account whose user name or nickname contains a text.',
    input: pageInput.extend({ selectName: z.string().trim().max(64), id: rowId.optional() }),
    output: page(accountNode),
    refusals: ['notFound'],
  }),
  names: call({
    path: '/api/user/names',
    permission: 'session',
    demo: true,
    help: 'What the accounts with these ids are called. Those that are not there, or not at or below the caller, are left out.',
    input: z.object({ ids: z.array(rowId).max(100) }),
    output: z.object({ list: z.array(accountName) }),
  }),
  findUsername: call({
    path: '/api/user/findUsername',
    permission: ['main:agent_add', 'main:agent_username'],
    demo: true,
    help: 'Is this user name still free?',
    input: z.object({ username: z.string().max(200) }),
    output: z.object({ isFree: z.boolean() }),
  }),
  insert: call({
    path: '/api/user/insert',
    permission: ['main:agent_add'],
    help: 'Adds an account directly below one of the caller’s accounts.',
    input: z.object({
      parentId: rowId,
      username: z.string().trim().regex(usernamePattern),
      password: newPassword,
      role: roleId,
      expireTime: time.nullable().default(null),
      ...profile.partial().shape,
    }),
    output: account,
    refusals: ['notFound', 'usernameTaken', 'noSubAccounts', 'roleNotGrantable'],
  }),
  update: call({
    path: '/api/user/update',
    permission: 'session',
    help: 'Changes the profile of an account: one’s own, or, with the permission to edit, one below.',
    input: z.object({ id: rowId, ...profile.partial().shape }),
    output: account,
    refusals: ['notFound'],
  }),
  changePassword: call({
    path: '/api/user/changePassword',
    permission: 'session',
    help: 'Sets one’s own password; every other session of the account ends.',
    input: z.object({ currentPassword: z.string().max(200), newPassword }),
    output: nothing,
    refusals: ['wrongPassword', 'tooManyAttempts'],
  }),
  resetPassword: call({
    path: '/api/user/resetPassword',
    permission: ['main:agent_password'],
    help: 'Gives an account below the caller a new random password, shown once; its sessions end.',
    input: z.object({ id: rowId }),
    output: z.object({ password: z.string() }),
    refusals: ['notFound'],
  }),
  delete: call({
    path: '/api/user/delete',
    permission: ['main:agent_delete'],
    help: 'Deletes an account that has neither sub-accounts nor devices.',
    input: z.object({ id: rowId }),
    output: nothing,
    refusals: ['notFound', 'accountInUse'],
  }),
}
