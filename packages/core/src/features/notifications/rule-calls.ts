import { z } from 'zod'
import { byRowId, call, line, page, pageInput, rowId } from '../../api/call.ts'
import { groupIds } from '../../api/group-filter.ts'
import { type AlarmCode, alarmNames, alarms } from '../../codes/alarms.ts'
import { postTypes } from '../../codes/notifications.ts'
import { account } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { alarmSeverityNames } from '../alarms/calls.ts'

/** Who is notified of which alarms, how, and when not: rules of an account for its devices and those below it. */

/** Of one's own account, or of one below it. */
export const settingsPermission = ['main:alarms'] as const
const minutes = (least: number, most: number) => z.int().min(least).max(most)
const codes = z
  .array(z.literal(Object.values(alarms)))
  .max(200)
  .nullable()
  .describe('Codes of alarms; null: of every code.')

/** Which alarms are meant: of a rule, and of a webhook. */
export const alarmChoice = {
  codes,
  severity: z.enum(alarmSeverityNames).nullable().describe('Minimum severity; null: any.'),
}

const ruleShape = {
  name: line(64).min(1),
  isEnabled: z.boolean(),
  ...alarmChoice,
  withSubAccounts: z.boolean().describe('Also for devices of sub-accounts.'),
  groupIds: groupIds
    .nullable()
    .describe('Only for vehicles that are in one of these groups then; null: all.'),
  isForFences: z.boolean().describe('Only for alarms of geofences that choose this rule.'),
  postType: z
    .enum(postTypes)
    .describe('How recipients are notified; `platform`: alarm centre, and browsers with notifications on.'),
  byEmail: z.boolean().describe('Recipients also get an email.'),
  receiverIds: z.array(rowId).max(20).describe('Recipients notified at once.'),
  escalateMinutes: minutes(1, 1_440)
    .nullable()
    .describe(
      'Minutes without acknowledgement until the next of `escalateTo` is notified; null: no escalation.',
    ),
  escalateTo: z.array(rowId).max(10).describe('Recipients notified one after another.'),
  coolDownMinutes: minutes(0, 1_440).describe(
    'Minutes before the same alarm of the same device is notified again; more severe ones always are.',
  ),
  digestMinutes: minutes(0, 1_440).describe('Minutes to collect emails; 0: each is sent at once.'),
  maxAgeMinutes: minutes(1, 1_440).describe('Alarms older than this on arrival are not notified.'),
  tellsRecovery: z.boolean().describe('Notify once when it ends.'),
}

const username = z.string().describe('User name of the account.')

export const notificationRule = z.object({ id: rowId, userId: rowId, username, ...ruleShape })
export type NotificationRule = z.output<typeof notificationRule>

export const notificationRuleCalls = {
  find: call({
    path: '/api/notificationRule/find',
    permission: settingsPermission,
    demo: true,
    help: 'The alarm notification rules of the caller’s account, with those of its sub-accounts by default.',
    input: pageInput.extend({
      userId: rowId.optional().describe('Of this account; left out: of the caller’s.'),
      withSubAccounts: z.boolean().default(true).describe('Also those of its sub-accounts.'),
    }),
    output: page(notificationRule),
  }),
  save: call({
    path: '/api/notificationRule/save',
    permission: settingsPermission,
    help: 'Adds a rule, or changes the one with this id. Recipients must belong to the same account.',
    input: z.object({
      id: rowId.optional(),
      userId: rowId.optional().describe('Account it will belong to; left out: the caller’s.'),
      ...ruleShape,
      isEnabled: ruleShape.isEnabled.default(true),
      codes: codes.default(null),
      severity: alarmChoice.severity.default(null),
      withSubAccounts: ruleShape.withSubAccounts.default(true),
      groupIds: ruleShape.groupIds.default(null),
      isForFences: ruleShape.isForFences.default(false),
      postType: ruleShape.postType.default('platform'),
      byEmail: ruleShape.byEmail.default(false),
      receiverIds: ruleShape.receiverIds.default([]),
      escalateMinutes: ruleShape.escalateMinutes.default(null),
      escalateTo: ruleShape.escalateTo.default([]),
      coolDownMinutes: ruleShape.coolDownMinutes.default(10),
      digestMinutes: ruleShape.digestMinutes.default(0),
      maxAgeMinutes: ruleShape.maxAgeMinutes.default(15),
      tellsRecovery: ruleShape.tellsRecovery.default(false),
    }),
    output: z.object({ id: rowId }),
    refusals: ['notFound', 'tooManyEntries'],
  }),
  delete: call({
    path: '/api/notificationRule/delete',
    permission: settingsPermission,
    help: 'Deletes a rule. Notifications already begun are still sent.',
    ...byRowId,
  }),
}

export const notificationRuleList = list(notificationRuleCalls.find, {
  name: 'notificationRules',
  rowId: 'id',
  columns: [
    { key: 'name', form: 'text', isFixed: true, card: 'title' },
    { key: 'isEnabled', form: 'yesNo', card: 'sign' },
    { key: 'username', form: 'text', isOptional: true },
    { key: 'codes', name: 'alarmTypes', form: 'alarm', of: alarmsOf },
    { key: 'severity', name: 'leastSeverity', form: 'alarmSeverity' },
    { key: 'postType', form: 'postType' },
    { key: 'byEmail', form: 'yesNo' },
    { key: 'receivers', form: 'count', of: ({ receiverIds }) => receiverIds.length },
    { key: 'escalateMinutes', form: 'count' },
    { key: 'coolDownMinutes', form: 'count', isOptional: true },
    { key: 'digestMinutes', form: 'count', isOptional: true },
  ],
  filters: [account()],
})

/** The names of the codes that are chosen; null: all. */
export function alarmsOf({ codes }: { codes: readonly AlarmCode[] | null }): string[] | null {
  return codes === null ? null : codes.map((code) => alarmNames[code])
}
