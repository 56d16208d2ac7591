import { z } from 'zod'
import { permissions } from '../../codes/permissions.ts'
import { accountCalls } from '../accounts.ts'
import { call, nothing, rowId } from '../call.ts'

/** The account that anybody may try out: which one, whether the sign-in page offers it, and what it may. */

const isOffered = z.boolean().describe('The sign-in page has a button for it.')
const allowed = z
  .array(z.enum(permissions))
  .nullable()
  .describe('Permission keys it keeps of those its role holds; null: all. It changes nothing in any case.')

export const demoAccountCalls = {
  find: call({
    method: 'GET',
    path: '/api/demoAccount/find',
    permission: ['main:system_config_demo_account'],
    demo: true,
    help: 'The demo account.',
    input: nothing,
    output: z.object({
      accountId: rowId.nullable().describe('Which account it is; null: there is none.'),
      username: z.string().nullable().describe('Its user name; null: there is none.'),
      isOffered,
      permissions: allowed,
      held: z.array(z.enum(permissions)).describe('What its role holds.'),
    }),
  }),
  save: call({
    path: '/api/demoAccount/save',
    permission: ['main:system_config_demo_account'],
    help: 'Makes an account the demo account: from now on it may look, and change nothing. The one before is locked to looking too, until it is deleted.',
    input: z.object({
      accountId: rowId
        .nullable()
        .describe('At or below the caller, and no administrator; null: there shall be none.'),
      isOffered,
      permissions: allowed,
    }),
    output: nothing,
    refusals: ['notFound', 'roleNotGrantable'],
  }),
  signIn: call({
    path: '/api/user/loginAsDemo',
    permission: 'public',
    session: 'opens',
    demo: true,
    help: 'Opens a session of the demo account, where the sign-in page offers it.',
    input: nothing,
    output: accountCalls.login.output.pick({ token: true, user: true }),
    refusals: ['notFound', 'tooManyAttempts'],
  }),
}
