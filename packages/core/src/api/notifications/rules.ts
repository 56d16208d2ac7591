import { z } from 'zod'
import { type AlarmCode, alarmNames, alarms } from '../../codes/alarms.ts'
import { postTypes } from '../../codes/notifications.ts'
import { account } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { alarmSeverityNames } from '../alarms.ts'
import { byRowId, call, line, page, pageInput, rowId } from '../call.ts'

/** Who is told of which alarms, how, and when not: rules of an account for its devices and those below it. */

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
  severity: z.enum(alarmSeverityNames).nullable().describe('This serious at least; null: however serious.'),
}

const ruleShape = {
  name: line(64).min(1),
  isEnabled: z.boolean(),
  ...alarmChoice,
  withSubAccounts: z.boolean().describe('Also for devices of the accounts below.'),
  isForFences: z.boolean().describe('Only for alarms of geofences that choose this rule.'),
  postType: z
    .enum(postTypes)
    .describe('How receivers are told; `platform`: alarm centre, and browsers with push switched on.'),
  byEmail: z.boolean().describe('Receivers are mailed, too.'),
  receiverIds: z.array(rowId).max(20).describe('Who is told at once.'),
  escalateMinutes: minutes(1, 1_440)
    .nullable()
    .describe('Nobody acknowledged within so many minutes: the next of `escalateTo` is told; null: nobody.'),
  escalateTo: z.array(rowId).max(10).describe('Who is told one after the other.'),
  coolDownMinutes: minutes(0, 1_440).describe(
    'The same alarm of the same device is told again only after so many minutes; worse ones are.',
  ),
  digestMinutes: minutes(0, 1_440).describe('Mails gather for so many minutes; 0: each is sent at once.'),
  maxAgeMinutes: minutes(1, 1_440).describe('Alarms that are older when they arrive are not told.'),
  tellsRecovery: z.boolean().describe('When it is over, that is told once.'),
}

const username = z.string().describe('User name of the account.')

export const notificationRule = z.object({ id: rowId, userId: rowId, username, ...ruleShape })
export type NotificationRule = z.output<typeof notificationRule>

export const notificationRuleCalls = {
  find: call({
    path: '/api/notificationRule/find',
    permission: settingsPermission,
    demo: true,
    help: 'The rules by which people are told of alarms: of the caller’s account and, unless said otherwise, of those below.',
    input: pageInput.extend({
      userId: rowId.optional().describe('Of this account; left out: of the caller’s.'),
      withSubAccounts: z.boolean().default(true).describe('And of those below it.'),
    }),
    output: page(notificationRule),
  }),
  save: call({
    path: '/api/notificationRule/save',
    permission: settingsPermission,
    help: 'Adds a rule, or changes the one with this id. Receivers must be of the same account.',
    input: z.object({
      id: rowId.optional(),
      userId: rowId.optional().describe('Whose it becomes; left out: the caller’s.'),
      ...ruleShape,
      isEnabled: ruleShape.isEnabled.default(true),
      codes: codes.default(null),
      severity: alarmChoice.severity.default(null),
      withSubAccounts: ruleShape.withSubAccounts.default(true),
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
    help: 'Deletes a rule. What it has begun to tell is still told.',
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
