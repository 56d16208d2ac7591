import { z } from 'zod'
import { byRowId, call, line, named, page, pageInput, rowId, searchText, time } from '../../api/call.ts'
import { datedTime, telephone, username } from '../../api/ruled.ts'
import { roleNames } from '../../codes/roles.ts'
import { accountStates } from '../../codes/states.ts'
import { choice, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { account, accountName, accountNode, newPassword, profile, roleId, sessionAccount } from './calls.ts'
import { sessionToken } from './session-cookie.ts'

/** A reseller's work on the accounts below. Outside tools know the paths. */

const flag = line(32).nullable()

/** A row of the account list, with the device counts of its whole subtree. */
export const subAccount = named('SubAccount', {
  ...accountNode.shape,
  parentId: rowId.nullable().describe('Parent account; null: outside the caller’s scope.'),
  parentName: z
    .string()
    .nullable()
    .describe('User name of the parent account; null: outside the caller’s scope.'),
  telephone: z.string().nullable(),
  remark: z.string().nullable(),
  state: z
    .enum(accountStates)
    .describe('active; suspended or expired: it cannot sign in, those below it can.'),
  expireTime: time.nullable(),
  createTime: time,
  importCount: z.int().nullable().describe('Import credits; null: never granted.'),
})
export type SubAccount = z.output<typeof subAccount>

/** Of one account, what its superior may change. */
export const accountDetail = account.extend({
  parentId: rowId.nullable().describe('Parent account; null: outside the caller’s scope.'),
  state: z
    .enum(accountStates)
    .describe('active; suspended or expired: it cannot sign in, those below it can.'),
  region: z.string().nullable().describe('Region set at this account; null: inherited.'),
  group: z.string().nullable().describe('Customer group set at this account; null: inherited.'),
  freeTerms: z.boolean().describe('This account and its sub-accounts set platform expiry freely.'),
  accountsBelow: z.int().describe('Number of sub-accounts at all levels.'),
})
export type AccountDetail = z.output<typeof accountDetail>

/** A row as outside tools read it, by position: id, user id of the superior, ancestors, user name, nickname, role, device count, sale count. */
const agentRow = z.tuple([
  rowId,
  rowId.nullable(),
  z.string(),
  z.string(),
  z.string().nullable(),
  roleId,
  z.int(),
  z.int(),
])

/** What the older tools read at once. */
const manyInput = z.object({
  id: rowId.optional().describe('This account and its sub-accounts; left out: the caller.'),
  pageNum: z.int32().min(1).default(1),
  pageSize: z.int().min(1).max(5_000).default(1_000).describe('Rows of a page, at most 5,000.'),
})

const rowNumber = z.int().describe('Number of the row, from 1.')

const importRow = z.strictObject({
  username: z.string().max(200),
  nickname: line(64).nullish(),
  role: roleId,
  telephone: telephone.nullish(),
  remark: line(500).nullish(),
})

export const subAccountCalls = {
  findByPage: call({
    method: 'GET',
    path: '/api/user/findByPage',
    permission: ['main:agent'],
    demo: true,
    help: 'A page of the sub-accounts of an account, with the device counts of their subtrees.',
    input: pageInput.extend({
      id: rowId.optional().describe('Sub-accounts of this account; left out: of the caller.'),
      withSubAccounts: z
        .boolean()
        .default(false)
        .describe('Sub-accounts at all levels, not only direct ones.'),
      search: searchText
        .optional()
        .describe('Part of a user name, nickname or telephone; it is looked for at any depth.'),
      roleName: z.enum(Object.values(roleNames)).optional().describe('Only accounts of this role.'),
      state: z.enum(accountStates).optional().describe('Only accounts in this state.'),
      sort: z.enum(['username', 'createTime', 'expireTime']).default('username'),
      isDescending: z.boolean().default(false),
    }),
    output: page(subAccount),
    refusals: ['notFound'],
  }),
  findById: call({
    method: 'GET',
    path: '/api/user/findById',
    permission: 'session',
    demo: true,
    help: 'One account: the caller or a sub-account.',
    input: z.object({ id: rowId }),
    output: accountDetail,
    refusals: ['notFound'],
  }),
  findAll: call({
    method: 'GET',
    path: '/api/user/findAll',
    permission: ['main:agent'],
    demo: true,
    help: 'Names of an account and all its sub-accounts, without counts.',
    input: manyInput,
    output: page(accountName),
    refusals: ['notFound'],
  }),
  findAllV2: call({
    method: 'GET',
    path: '/api/user/findAllV2',
    permission: ['main:agent'],
    demo: true,
    help: 'An account and all its sub-accounts as rows in this order: id, id of the parent, ancestors, user name, nickname, role, device count, sale count. Devices count the whole subtree; sold are those of sub-accounts.',
    input: manyInput,
    output: page(agentRow),
    refusals: ['notFound'],
  }),
  findAllAgentsV2: call({
    method: 'GET',
    path: '/api/user/findAllAgentsV2',
    permission: ['main:agent'],
    demo: true,
    help: 'The same for agents only.',
    input: manyInput,
    output: page(agentRow),
    refusals: ['notFound'],
  }),
  getFamily: call({
    method: 'GET',
    path: '/api/user/getFamily',
    permission: 'session',
    demo: true,
    help: 'The parent accounts from the caller down to an account, and its siblings, of which the first 100 are listed.',
    input: z.object({ id: rowId }),
    output: z.object({
      chain: z.array(accountName).describe('From the caller’s own account down to the account itself.'),
      siblings: z.array(accountName).describe('By user name, without the account itself, at most 100.'),
      siblingsTotal: z.int().describe('How many siblings there are.'),
    }),
    refusals: ['notFound'],
  }),
  findUsername: call({
    method: 'GET',
    path: '/api/user/findUsername',
    permission: ['main:agent_add', 'main:agent_username'],
    demo: true,
    help: 'Whether a user name is available.',
    input: z.object({ username: z.string().max(200) }),
    output: z.object({ isFree: z.boolean() }),
  }),
  checkPasswordById: call({
    path: '/api/user/checkPasswordById',
    permission: ['main:agent_password'],
    help: 'Checks the password of the caller or a sub-account by id. Attempts count like sign-ins.',
    input: z.object({ id: rowId, password: z.string().max(200) }),
    output: z.object({ isRight: z.boolean().describe('Whether the password is correct.') }),
    acting: false,
    refusals: ['notFound', 'tooManyAttempts'],
  }),
  checkPassword: call({
    method: 'GET',
    path: '/api/user/checkPassword',
    permission: ['main:agent_password'],
    help: 'Checks a password by user name. Send it as POST: URLs are kept in proxy logs.',
    input: z.object({ username: z.string().max(200), password: z.string().max(200) }),
    output: z.object({ isRight: z.boolean().describe('Whether the password is correct.') }),
    acting: false,
    refusals: ['notFound', 'tooManyAttempts'],
  }),
  insert: call({
    path: '/api/user/insert',
    permission: ['main:agent_add'],
    help: 'Adds a sub-account directly under one of the caller’s accounts.',
    input: z.object({
      parentId: rowId,
      username,
      password: newPassword,
      role: roleId,
      expireTime: datedTime.nullable().default(null),
      ...profile.partial().shape,
    }),
    output: account,
    refusals: ['notFound', 'usernameTaken', 'noSubAccounts', 'roleNotGrantable', 'commonPassword'],
  }),
  import: call({
    path: '/api/user/import',
    permission: ['main:agent_add'],
    help: 'Adds up to 200 sub-accounts, each with a random password to be changed at the first sign-in. A refused row doesn’t stop the others.',
    input: z.object({ parentId: rowId, rows: z.array(importRow).min(1).max(200) }),
    output: z.object({
      added: z
        .array(z.object({ row: rowNumber, id: rowId, username: z.string(), password: z.string() }))
        .describe('The accounts that were added; their passwords are shown only here.'),
      failed: z.array(z.object({ row: rowNumber, username: z.string(), result: z.string() })),
    }),
    refusals: ['notFound', 'noSubAccounts'],
  }),
  updateRole: call({
    path: '/api/user/updateRole',
    permission: ['main:agent_edit'],
    help: 'Changes the role of a sub-account and ends its sessions.',
    input: z.object({ id: rowId, role: roleId }),
    refusals: ['notFound', 'roleNotGrantable', 'roleHasSubAccounts'],
  }),
  updateUsername: call({
    path: '/api/user/updateUsername',
    permission: ['main:agent_username'],
    help: 'Changes the user name of the caller or a sub-account.',
    input: z.object({ id: rowId, username }),
    refusals: ['notFound', 'usernameTaken'],
  }),
  updateFlags: call({
    path: '/api/user/updateFlags',
    permission: ['main:system_config'],
    help: 'Sets region and customer group, inherited by all sub-accounts without their own, and whether they set platform expiry freely.',
    input: z.object({
      id: rowId,
      region: flag.describe('For example hk; null: as the parent account.'),
      group: flag.describe('Customer group; null: as the parent account.'),
      freeTerms: z
        .boolean()
        .optional()
        .describe(
          'Set platform expiry freely: only of accounts directly below an administrator; left out: as before.',
        ),
    }),
    refusals: ['notFound', 'exemptBelowAgent'],
  }),
  resetPassword: call({
    path: '/api/user/resetPassword',
    permission: ['main:agent_password'],
    help: 'Gives a sub-account a new random password, shown once and to be changed at the next sign-in, and ends its sessions.',
    input: z.object({ id: rowId }),
    output: z.object({ password: z.string() }),
    refusals: ['notFound'],
  }),
  transfer: call({
    path: '/api/user/transfer',
    permission: ['main:agent_transfer'],
    help: 'Moves a sub-account with its whole subtree under another parent account.',
    input: z.object({ id: rowId, parentId: rowId.describe('The new parent account.') }),
    refusals: [
      'notFound',
      'transferToSelf',
      'alreadyThere',
      'transferUnderDescendant',
      'noSubAccounts',
      'roleNotGrantable',
      'endsAfterSuperior',
    ],
  }),
  suspend: call({
    path: '/api/user/suspend',
    permission: ['main:agent_edit'],
    help: 'Suspends a sub-account: it can’t sign in and its sessions end. Its own sub-accounts keep working.',
    ...byRowId,
  }),
  resume: call({
    path: '/api/user/resume',
    permission: ['main:agent_edit'],
    help: 'Lets a suspended account sign in again.',
    ...byRowId,
  }),
  actAs: call({
    path: '/api/user/actAs',
    permission: ['main:agent'],
    session: 'opens',
    // A session as the other account would have all that its role may, whatever the key's scopes are.
    inPerson: true,
    help: 'Opens a session as a sub-account. It ends with the session it was opened from; changes are recorded with the person who made them.',
    input: z.object({ id: rowId }),
    output: z.object({ token: sessionToken, user: sessionAccount }),
    refusals: ['notFound'],
  }),
  delete: call({
    path: '/api/user/delete',
    permission: ['main:agent_delete'],
    help: 'Deletes an account that has neither sub-accounts nor devices. Its import credits return to its parent account.',
    ...byRowId,
    refusals: ['notFound', 'accountInUse', 'balanceHeld'],
  }),
  deleteAll: call({
    path: '/api/user/deleteAll',
    permission: ['main:agent_delete'],
    help: 'Deletes all sub-accounts of an account, if none of them has devices. Import credits return to it.',
    input: z.object({
      id: rowId,
      count: z.int32().nonnegative().describe('The number of accounts, typed to confirm.'),
    }),
    refusals: ['notFound', 'accountInUse', 'balanceHeld', 'countDiffers'],
  }),
}

export const subAccountList = list(subAccountCalls.findByPage, {
  name: 'subAccounts',
  rowId: 'id',
  columns: [
    { key: 'username', name: 'userName', form: 'text', isFixed: true, card: 'title', sort: true },
    { key: 'accountName', form: 'text', of: ({ nickname }: SubAccount) => nickname, beneath: 'username' },
    { key: 'role', form: 'role', of: ({ role }: SubAccount) => roleNames[role] },
    { key: 'accountState', form: 'accountState', of: ({ state }: SubAccount) => state, card: 'sign' },
    { key: 'total', form: 'count' },
    { key: 'online', form: 'count' },
    { key: 'offline', form: 'count' },
    { key: 'unactived', form: 'count' },
    { key: 'remark', form: 'text' },
    { key: 'expireTime', form: 'term', sort: true },
    { key: 'importCount', form: 'count', isOptional: true },
    { key: 'telephone', form: 'text', isOptional: true },
    { key: 'parentName', form: 'text', isOptional: true },
    { key: 'createTime', name: 'addedTime', form: 'instant', sort: true, isOptional: true },
  ],
  filters: [
    search(),
    choice('state', accountStates, 'reports.accountState'),
    choice('roleName', Object.values(roleNames), 'reports.role'),
  ],
})
