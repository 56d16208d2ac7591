import { z } from 'zod'
import { account } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { call, nothing, page, pageInput, rowId } from '../call.ts'
import { settingsPermission } from './rules.ts'

/** What an account may spend on SMS and calls in a month of its zone. What accounts below spend counts, too. */

const limit = z.int32().min(0).nullable()
const used = z.int()

export const notificationBudget = z.object({
  userId: rowId,
  username: z.string().describe('User name of the account.'),
  smsLimit: limit.describe('SMS segments a month; null: as many as the accounts above have.'),
  smsUsed: used.describe('SMS segments this month, of it and of the accounts below.'),
  phoneLimit: limit.describe('Calls a month; null: as many as the accounts above have.'),
  phoneUsed: used.describe('Calls this month, of it and of the accounts below.'),
})
export type NotificationBudget = z.output<typeof notificationBudget>

export const notificationBudgetCalls = {
  find: call({
    path: '/api/notificationBudget/find',
    permission: settingsPermission,
    demo: true,
    help: 'What the caller’s account, or one below it, may spend on SMS and calls in a month, and has.',
    input: pageInput.extend({
      userId: rowId.optional().describe('Of this account; left out: of the caller’s.'),
      withSubAccounts: z.boolean().default(true).describe('And of those below it.'),
    }),
    output: page(notificationBudget),
    refusals: ['notFound'],
  }),
  save: call({
    path: '/api/notificationBudget/save',
    permission: settingsPermission,
    help: 'Sets what an account below the caller may spend in a month; administrators of the platform may set their own.',
    input: z.object({
      userId: rowId.describe('Whose budget it is.'),
      smsLimit: limit.describe('SMS segments a month; null: as many as the accounts above have.'),
      phoneLimit: limit.describe('Calls a month; null: as many as the accounts above have.'),
    }),
    output: nothing,
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
