import { z } from 'zod'
import { call, page, pageInput, rowId } from '../../api/call.ts'
import { account } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { settingsPermission } from './rule-calls.ts'

/** What an account may spend on SMS and calls in a month of its zone. What accounts below spend counts, too. */

const limit = z.int32().min(0).nullable()
const used = z.int()

export const notificationBudget = z.object({
  userId: rowId,
  username: z.string().describe('User name of the account.'),
  smsLimit: limit.describe('SMS parts per month; null: as the parent account.'),
  smsUsed: used.describe('SMS parts this month, including sub-accounts.'),
  phoneLimit: limit.describe('Calls per month; null: as the parent account.'),
  phoneUsed: used.describe('Calls this month, including sub-accounts.'),
})
export type NotificationBudget = z.output<typeof notificationBudget>

export const notificationBudgetCalls = {
  find: call({
    path: '/api/notificationBudget/find',
    permission: settingsPermission,
    demo: true,
    help: 'Monthly SMS and call budgets of the caller’s account or a sub-account, and what has been used.',
    input: pageInput.extend({
      userId: rowId.optional().describe('Of this account; left out: of the caller’s.'),
      withSubAccounts: z.boolean().default(true).describe('Also those of its sub-accounts.'),
    }),
    output: page(notificationBudget),
    refusals: ['notFound'],
  }),
  save: call({
    path: '/api/notificationBudget/save',
    permission: settingsPermission,
    help: 'Sets the monthly budget of a sub-account; platform administrators can set their own.',
    input: z.object({
      userId: rowId.describe('Account of the budget.'),
      smsLimit: limit.describe('SMS parts per month; null: as the parent account.'),
      phoneLimit: limit.describe('Calls per month; null: as the parent account.'),
    }),
    refusals: ['notFound'],
  }),
}

export const notificationBudgetList = list(notificationBudgetCalls.find, {
  name: 'notificationBudgets',
  rowId: 'userId',
  columns: [
    { key: 'username', form: 'text', isFixed: true, card: 'title' },
    { key: 'smsUsed', form: 'count' },
    { key: 'smsLimit', form: 'count' },
    { key: 'phoneUsed', form: 'count' },
    { key: 'phoneLimit', form: 'count' },
  ],
  filters: [account()],
})
