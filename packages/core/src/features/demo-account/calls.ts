import { z } from 'zod'
import { call, rowId } from '../../api/call.ts'
import { permissions } from '../../codes/permissions.ts'
import { accountCalls } from '../accounts/calls.ts'

/** The account that anybody may try out: which one, whether the sign-in page offers it, and what it may. */

const isOffered = z.boolean().describe('The sign-in page has a button for it.')
const allowed = z
  .array(z.enum(permissions))
  .nullable()
  .describe('Permission keys it keeps of those of its role; null: all. It can never change anything.')

export const demoAccountCalls = {
  find: call({
    method: 'GET',
    path: '/api/demoAccount/find',
    permission: ['main:system_config_demo_account'],
    demo: true,
    help: 'The demo account.',
    output: z.object({
      accountId: rowId.nullable().describe('The account; null: none.'),
      username: z.string().nullable().describe('Its user name; null: none.'),
      isOffered,
      permissions: allowed,
      held: z.array(z.enum(permissions)).describe('Permissions of its role.'),
    }),
  }),
  save: call({
    path: '/api/demoAccount/save',
    permission: ['main:system_config_demo_account'],
    help: 'Makes an account the demo account: from now on it can look but change nothing. The previous one stays read-only too, until it is deleted.',
    input: z.object({
      accountId: rowId
        .nullable()
        .describe('The caller or a sub-account, not an administrator; null: no demo account.'),
      isOffered,
      permissions: allowed,
    }),
    refusals: ['notFound', 'roleNotGrantable'],
  }),
  signIn: call({
    path: '/api/user/loginAsDemo',
    permission: 'public',
    session: 'opens',
    demo: true,
    help: 'Opens a session of the demo account, where the sign-in page offers it.',
    output: accountCalls.login.output.pick({ token: true, user: true }),
    refusals: ['notFound', 'tooManyAttempts'],
  }),
}
