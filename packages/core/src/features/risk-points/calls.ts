import { z } from 'zod'
import { riskArea } from '../../api/area.ts'
import { bulkCall, byRowId, call, line, named, page, pageInput, prose, rowId, time } from '../../api/call.ts'
import { limits } from '../../codes/limits.ts'
import { account, choice, given, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { fenceBounds, fenceFormats } from '../fences/calls.ts'
import { visit, visitPage, visitQuestion } from '../fences/zone-visits.ts'
import { reports } from '../statistics/reports.ts'

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
  input: pageInput.extend({
    id: rowId.optional(),
    search: line(64).optional().describe('Part of the name or the note.'),
    category: z.enum(riskCategories).optional(),
    userId: rowId.optional(),
    withSubAccounts: z.boolean().default(true),
    sort: z.enum(['name', 'createTime', 'minutes', 'username']).default('createTime'),
    isDescending: z.boolean().default(true),
  }),
  output: page(riskPoint),
  refusals: ['notFound'],
})

const importInput = z.object({
  format: z.enum(fenceFormats).optional().describe('Left out: found from the text.'),
  text: z.string().min(1).max(fenceBounds.importChars).describe('The file.'),
  pointRadiusM: z
    .number()
    .min(100)
    .max(1_000_000)
    .default(200)
    .describe('Radius of circles made of points, metres.'),
  category: editable.category.default('other').describe('For rows that name none.'),
  minutes: editable.minutes.default(30).describe('For rows that name none.'),
})

const importRow = z.object({
  row: z.int().describe('Its place in the file, from 1.'),
  name: z.string(),
  category: editable.category,
  minutes: editable.minutes,
  note: editable.note,
  area: riskArea.nullable(),
  fault: z
    .string()
    .nullable()
    .describe('Why it cannot be imported: a reason as of `meta.issues`, `noArea` or `holes`; null: it can.'),
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
    help: `The areas of all risk points of an account and its sub-accounts, by name, ${fenceBounds.map} at most; total says how many there are.`,
    input: z.object({ userId: rowId.optional(), withSubAccounts: z.boolean().default(true) }),
    output: page(riskPoint.pick({ id: true, name: true, category: true, area: true })),
    refusals: ['notFound'],
  }),
  visits: call({
    path: '/api/riskPoint/visits',
    permission: ['main:risk_point'],
    demo: true,
    help: `A page of the stays of devices in their risk points that reached the allowed time; at most ${limits.statisticsDays} days.`,
    input: visitQuestion
      .extend({
        ids: z.array(rowId).max(fenceBounds.file).optional().describe('Left out: all risk points in sight.'),
      })
      .refine(({ first, last }) => first <= last, { path: ['last'], error: 'before_from' }),
    output: visitPage(riskVisit),
    refusals: ['notFound', 'rangeTooLong', 'tooManyDevices', 'unavailable'],
  }),
  inside: call({
    path: '/api/riskPoint/inside',
    permission: ['main:risk_point'],
    demo: true,
    help: 'A page of the devices inside risk points now, longest stay first.',
    input: pageInput.extend({
      id: rowId.optional().describe('Left out: of all risk points of the account and its sub-accounts.'),
      userId: rowId.optional(),
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
  importCheck: call({
    path: '/api/riskPoint/importCheck',
    permission: ['main:risk_point'],
    demo: true,
    help: 'Reads a KML, GeoJSON or CSV file and tells what each place in it would become, and which can’t be imported and why. Stores nothing.',
    input: importInput,
    output: z.object({ format: z.enum(fenceFormats), list: z.array(importRow) }),
    refusals: ['fileUnreadable', 'tooManyFences'],
    maxBodyBytes: 4 * fenceBounds.importChars,
  }),
  import: call({
    path: '/api/riskPoint/import',
    permission: ['main:risk_point'],
    help: 'Adds the risk points of a file: rows without faults in `importCheck`, all or some of them.',
    input: importInput.extend({
      rows: z.array(z.int()).max(fenceBounds.import).optional().describe('Left out: all.'),
      userId: rowId.optional(),
    }),
    output: z.object({
      ids: z.array(rowId),
      failed: z.array(importRow.pick({ row: true, name: true }).extend({ fault: z.string() })),
    }),
    refusals: ['notFound', 'fileUnreadable', 'tooManyFences'],
    maxBodyBytes: 4 * fenceBounds.importChars,
  }),
  export: call({
    path: '/api/riskPoint/export',
    permission: ['main:risk_point'],
    demo: true,
    help: `Risk points as a file: those named, or all that match the filter; at most ${fenceBounds.file}. \`import\` reads what it writes.`,
    input: z.object({
      format: z.enum(fenceFormats),
      ids: z.array(rowId).min(1).max(fenceBounds.file).optional(),
      filter: findRiskPoints.input.omit({ pageNum: true, pageSize: true }).optional(),
    }),
    output: z.object({
      fileName: z.string(),
      contentType: z.string(),
      text: z.string().describe('The file.'),
    }),
    refusals: ['notFound', 'tooManyFences'],
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
  filters: [given('first'), given('last'), given('ids'), given('terminalIDs'), account()],
})
