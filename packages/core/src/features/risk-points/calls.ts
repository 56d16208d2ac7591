import { z } from 'zod'
import { riskArea } from '../../api/area.ts'
import { bulkCall, byRowId, call, line, named, page, pageInput, prose, rowId, time } from '../../api/call.ts'
import { ofGroups } from '../../api/group-filter.ts'
import { account, choice, given, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { reports } from '../statistics/reports.ts'
import { zoneBounds, zoneCalls, zonesQuery } from '../zones/zone-calls.ts'
import { visit } from '../zones/zone-visits.ts'

/** Risk points: places such as pawn shops where a vehicle must not stay. They count for all devices below their account. */

export const riskCategories = ['pawnShop', 'stripYard', 'usedCarMarket', 'port', 'border', 'other'] as const

const editable = {
  name: line(64).min(1),
  category: z.enum(riskCategories),
  area: riskArea,
  note: prose(500).nullable(),
  minutes: z
    .int()
    .min(0)
    .max(7 * 1440)
    .describe('A stay longer than this many minutes raises alarm 43; 0: every stay.'),
}

export const riskPoint = named('RiskPoint', {
  id: rowId,
  ...editable,
  userId: rowId.describe(
    'The account that owns it; it applies to all devices of that account and its sub-accounts.',
  ),
  username: z.string(),
  createTime: time,
  changeTime: time,
})
export type RiskPoint = z.output<typeof riskPoint>

/** A stay of a device in a risk point. */
const riskVisit = named('RiskVisit', { ...visit, riskPointId: rowId, riskPointName: z.string() })

const findRiskPoints = call({
  path: '/api/riskPoint/find',
  permission: ['main:risk_point'],
  demo: true,
  help: 'A page of the risk points of an account, with those of its sub-accounts by default.',
  input: zonesQuery.extend({
    id: rowId.optional(),
    search: line(64).optional().describe('Part of the name or the note.'),
    category: z.enum(riskCategories).optional(),
    sort: z.enum(['name', 'createTime', 'minutes', 'username']).default('createTime'),
  }),
  output: page(riskPoint),
  refusals: ['notFound'],
})

export const riskPointCalls = {
  add: call({
    path: '/api/riskPoint/add',
    permission: ['main:risk_point'],
    help: 'Adds a risk point to an account (default: the caller).',
    input: z.object({
      ...editable,
      note: editable.note.default(null),
      minutes: editable.minutes.default(30),
      userId: rowId.optional(),
    }),
    output: z.object({ id: rowId }),
    refusals: ['notFound', 'tooManyFences'],
  }),
  update: call({
    path: '/api/riskPoint/update',
    permission: ['main:risk_point'],
    help: 'Changes a risk point.',
    input: z.object({ id: rowId, ...z.object(editable).partial().shape }),
    output: riskPoint,
    refusals: ['notFound'],
  }),
  find: findRiskPoints,
  delete: call({
    path: '/api/riskPoint/delete',
    permission: ['main:risk_point'],
    help: 'Deletes a risk point; its alarms stay.',
    ...byRowId,
  }),
  deleteMany: bulkCall(findRiskPoints, rowId, {
    path: '/api/riskPoint/deleteMany',
    permission: ['main:risk_point'],
    help: 'Deletes many risk points: those named, or all that match the filter; at most 1,000.',
    refusals: ['notFound'],
  }),
  map: call({
    path: '/api/riskPoint/map',
    permission: ['main:risk_point'],
    demo: true,
    help: `The areas of all risk points of an account and its sub-accounts, by name, ${zoneBounds.map} at most; total says how many there are.`,
    input: z.object({ userId: rowId.optional(), withSubAccounts: z.boolean().default(true) }),
    output: page(riskPoint.pick({ id: true, name: true, category: true, area: true })),
    refusals: ['notFound'],
  }),
  inside: call({
    path: '/api/riskPoint/inside',
    permission: ['main:risk_point'],
    demo: true,
    help: 'A page of the devices inside risk points now, longest stay first.',
    input: pageInput.extend({
      id: rowId.optional().describe('Left out: of all risk points of the account and its sub-accounts.'),
      userId: rowId.optional(),
      ...ofGroups,
    }),
    output: page(
      z.object({
        terminalID: z.string(),
        displayName: z.string(),
        userId: rowId,
        username: z.string(),
        riskPointId: rowId,
        riskPointName: z.string(),
        category: editable.category,
        since: time,
        isAlarmed: z.boolean().describe('It has stayed longer than the risk point allows.'),
      }),
    ),
    refusals: ['notFound'],
  }),
  ...zoneCalls({
    path: '/api/riskPoint',
    permission: ['main:risk_point'],
    words: 'risk points',
    idsKey: 'ids',
    visit: riskVisit,
    filter: findRiskPoints.input.omit({ pageNum: true, pageSize: true }),
    file: {
      category: editable.category.default('other').describe('For rows that name none.'),
      minutes: editable.minutes.default(30).describe('For rows that name none.'),
    },
    row: {
      category: editable.category,
      minutes: editable.minutes,
      note: editable.note,
      area: riskArea.nullable(),
    },
    import: { rows: z.array(z.int()).max(zoneBounds.import).optional().describe('Left out: all.') },
  }),
}

export const riskPointList = list(riskPointCalls.find, {
  name: 'riskPoints',
  rowId: 'id',
  columns: [
    { key: 'name', name: 'riskPointName', form: 'text', sort: true, isFixed: true, card: 'title' },
    { key: 'category', form: 'riskCategory', card: 'sign' },
    { key: 'shape', form: 'shape', of: ({ area }) => area.shape, card: 'none' },
    { key: 'minutes', form: 'count', sort: true },
    { key: 'username', form: 'text', sort: true },
    { key: 'note', form: 'text', card: 'none' },
    { key: 'createTime', form: 'instant', sort: true, isOptional: true, card: 'none' },
  ],
  filters: [search(), account(), choice('category', riskCategories, 'reports.riskCategory')],
  bulk: [{ name: 'delete', call: riskPointCalls.deleteMany, isDangerous: true }],
})

/** The report of the same name as a list, which it is on the screen. */
export const riskVisitList = list(riskPointCalls.visits, {
  name: 'riskVisits',
  rowId: 'id',
  columns: reports.riskVisits.columns,
  filters: [given('first'), given('last'), given('ids'), given('terminalIDs'), account(), given('groupIds')],
})
