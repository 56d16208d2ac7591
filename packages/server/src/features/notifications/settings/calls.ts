import { roles } from '@trackway/core/codes/roles.ts'
import { notificationBudgetCalls } from '@trackway/core/features/notifications/budget-calls.ts'
import { notificationReceiverCalls } from '@trackway/core/features/notifications/receiver-calls.ts'
import { notificationRuleCalls } from '@trackway/core/features/notifications/rule-calls.ts'
import { type Handler, serve } from '../../../platform/http/serve.ts'
import { findBudgets, saveBudget } from './budgets.ts'
import { deleteReceiver, findReceivers, saveReceiver } from './receivers.ts'
import { deleteRule, findRules, saveRule } from './rules.ts'

export const notificationSettingHandlers: readonly Handler[] = [
  serve(notificationRuleCalls.find, ({ db, scope, input }) => findRules(db, scope, input)),
  serve(notificationRuleCalls.save, ({ db, scope, input, now }) => saveRule(db, scope, input, now)),
  serve(notificationRuleCalls.delete, ({ db, scope, input }) => deleteRule(db, scope, input.id)),

  serve(notificationReceiverCalls.find, ({ db, scope, input, now }) => findReceivers(db, scope, input, now)),
  serve(notificationReceiverCalls.save, ({ db, scope, input, now }) => saveReceiver(db, scope, input, now)),
  serve(notificationReceiverCalls.delete, ({ db, scope, input }) => deleteReceiver(db, scope, input.id)),

  serve(notificationBudgetCalls.find, ({ db, scope, input, now }) => findBudgets(db, scope, input, now)),
  serve(notificationBudgetCalls.save, ({ db, scope, session, input }) =>
    saveBudget(db, scope, input, { mayOwn: session.account.role === roles.admin }),
  ),
]
