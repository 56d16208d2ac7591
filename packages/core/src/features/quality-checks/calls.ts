import { z } from 'zod'
import {
  bulkOutput,
  call,
  instant,
  line,
  named,
  page,
  pageInput,
  rowId,
  searchText,
  time,
} from '../../api/call.ts'
import type { ListColumn } from '../../lists/columns.ts'
import { choice, deviceTypeFilter, given, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { taskDevices } from '../tasks/calls.ts'
import { type CheckCode, type Criterion, checkCodes, checkCommands, checkRow } from './checks.ts'

/** Quality checks of produced devices: a run is a task of the kind `qualityCheck`, each device in it an attempt. */

export const qualityPermission = ['test:qc'] as const
const permission = qualityPermission

export const qualityLimits = {
  /** Of an attempt. */
  minutes: 120,
  /** That yields are asked for at a time. */
  yieldDays: 92,
} as const

const word = (maxLength: number) => line(maxLength).min(1)
const bound = z.number().min(0).max(1_000).nullable().default(null)

export const criterion = z
  .strictObject({
    code: z.enum(checkCodes).describe('What is checked.'),
    low: bound.describe('Not below; null: no limit.'),
    high: bound.describe('Not above; null: no limit. Of `fix` in minutes.'),
    text: word(64)
      .nullable()
      .default(null)
      .describe(`Of \`firmware\` the version; of \`command\` one of ${checkCommands.join(', ')}; else null.`),
  })
  .refine(hasItsBounds, 'bounds')
  .meta({ id: 'QualityCriterion' })

/** Each check has bounds of its own, and no others. */
function hasItsBounds({ code, low, high, text }: Criterion): boolean {
  const { bounds, most = 0 } = checkRow(code)
  if ((low ?? 0) > (high ?? most) || (high ?? 0) > most) return false
  if ((bounds === 'text' || bounds === 'command') !== (text !== null)) return false
  if (bounds === 'command' && !(checkCommands as readonly string[]).includes(text!)) return false
  const isLow = bounds === 'low' || bounds === 'range'
  const isHigh = bounds === 'high' || bounds === 'range'
  return (low !== null) === isLow && (high !== null) === isHigh
}

export const checkStates = ['open', 'passed', 'failed'] as const

export const checkResult = named('QualityCheckResult', {
  ...criterion.shape,
  state: z.enum(checkStates).describe('`open`: not seen yet, or not as it should be.'),
  value: z
    .union([z.number(), z.string()])
    .nullable()
    .describe('What was measured, or read, last; null: nothing.'),
  time: time.nullable().describe('When, epoch ms; null: never.'),
})
export type CheckResult = z.output<typeof checkResult>

export const qualityStates = ['open', 'passed', 'failed', 'cancelled'] as const
export type QualityState = (typeof qualityStates)[number]

export const qualityResult = named('QualityResult', {
  id: z.int(),
  taskId: z.int().nullable().describe('Task of the run; null: it is gone.'),
  terminalID: z.string(),
  deviceType: z.int().nullable().describe('Id of the device type.'),
  typeName: z.string().nullable().describe('Name of the device type.'),
  batch: z.string().nullable().describe('Production batch.'),
  station: z.string().nullable().describe('Name of the station.'),
  operator: z.string().describe('User name of who scanned it.'),
  attempt: z.int().describe('Which attempt with the device it is, from 1; cancelled ones do not count.'),
  state: z.enum(qualityStates).describe('State so far.'),
  failures: z.array(z.enum(checkCodes)).describe('Checks that failed.'),
  criteriaVersion: z
    .int()
    .nullable()
    .describe('Version of the criteria of its type; null: the usual ones, for it has none.'),
  startTime: time.describe('When it was scanned, epoch ms.'),
  deadlineTime: time.describe('When what is open has failed, epoch ms.'),
  endTime: time.nullable().describe('When it passed or failed, epoch ms; null: not yet.'),
  isFirst: z.boolean().describe('The first attempt with the device.'),
  isLast: z.boolean().describe('The last one, which counts.'),
  checks: z.array(checkResult).describe('What is checked, with what was seen of it.'),
})
export type QualityResult = z.output<typeof qualityResult>

const filter = {
  deviceType: z.int32().nonnegative().optional().describe('Only of this device type.'),
  batch: line(40).optional().describe('Of this production batch.'),
  station: line(64).optional().describe('Of this station.'),
  from: instant.optional().describe('Begun from then on.'),
  to: instant.optional().describe('Begun until then.'),
}
const attempts = ['first', 'last', 'run'] as const

const about = {
  name: line(64).optional().describe('What the run is called.'),
  batch: word(40).optional().describe('Production batch.'),
  station: word(64).optional().describe('Name of the station.'),
}

const find = call({
  path: '/api/qualityCheck/find',
  permission,
  demo: true,
  help: 'Attempts of quality checks, the last begun first: of one run or of all.',
  input: pageInput.extend({
    ...filter,
    search: searchText.optional().describe('Part of the device’s id, batch, station or operator.'),
    taskId: rowId.optional().describe('Only of this run.'),
    state: z.enum(qualityStates).optional().describe('Only in this state.'),
    attempt: z
      .enum(attempts)
      .optional()
      .describe('Only first or last attempts with a device; `run`: the last of each run.'),
  }),
  output: page(qualityResult),
})

export const yieldGroups = ['day', 'deviceType', 'batch', 'station'] as const
export type YieldGroup = (typeof yieldGroups)[number]

const yieldRow = named('QualityYield', {
  id: z.string(),
  group: z
    .string()
    .nullable()
    .describe(
      'The day in the time zone of the account, YYYY-MM-DD; or the type, batch, station; null: none.',
    ),
  tested: z.int().describe('Devices whose first attempt it was.'),
  passed: z.int().describe('Of these, those that passed it.'),
  yieldPercent: z.number().describe('First-pass yield.'),
})
export type QualityYield = z.output<typeof yieldRow>

const findYield = call({
  path: '/api/qualityCheck/yield',
  permission,
  demo: true,
  help: `First-pass yield by day, device type, batch or station: devices that passed at the first attempt among those checked. ${qualityLimits.yieldDays} days at a time; left out: the last 7.`,
  input: pageInput.extend({
    ...filter,
    by: z.enum(yieldGroups).default('day').describe('What a row is about.'),
  }),
  output: page(yieldRow),
  refusals: ['rangeTooLong'],
})

export const qualityCheckCalls = {
  start: call({
    path: '/api/qualityCheck/start',
    permission,
    help: 'Starts a run with these devices, each checked by the criteria of its type.',
    input: z.object({ ...about, terminalIDs: taskDevices.describe('Devices of the run.') }),
    output: z.object({
      taskId: rowId.describe('Of the run.'),
      devices: z.int().describe('Devices that are checked.'),
      failed: bulkOutput.shape.failed.describe('Ids that the caller has no device of.'),
    }),
    refusals: ['notFound'],
  }),
  add: call({
    path: '/api/qualityCheck/add',
    permission,
    help: 'Adds devices to a run, also to one that was over.',
    input: z.object({
      taskId: rowId.describe('Of the run.'),
      terminalIDs: taskDevices.describe('Devices to check.'),
    }),
    output: z.object({
      devices: z.int().describe('Devices that were added.'),
      present: z.array(z.string()).describe('Ids that the run has already.'),
      failed: bulkOutput.shape.failed.describe('Ids that the caller has no device of.'),
    }),
    refusals: ['notFound', 'taskOver', 'tooManyDevices'],
  }),
  retest: call({
    path: '/api/qualityCheck/retest',
    permission,
    help: 'Begins a new attempt with devices of a run that passed or failed; those that are being checked go on.',
    input: z.object({
      taskId: rowId.describe('Of the run.'),
      terminalIDs: taskDevices.optional().describe('Only these; left out: all that failed.'),
    }),
    output: z.object({ retried: z.int().describe('Devices that begin again.') }),
    refusals: ['notFound'],
  }),
  find,
  yield: findYield,
}

export const qualityCriteria = named('QualityCriteria', {
  id: rowId,
  deviceType: z.int().describe('Id of the device type.'),
  typeName: z.string().describe('Name of the device type.'),
  version: z.int().describe('From 1 on, of its type.'),
  minutes: z.int().describe('How long an attempt takes at most.'),
  checks: z.array(criterion).describe('What is checked.'),
  note: z.string().nullable().describe('Why it was changed.'),
  createTime: time,
  addedBy: z.string().nullable().describe('User name of who saved it; null: that account is gone.'),
  isCurrent: z.boolean().describe('New runs check by it now.'),
})
export type QualityCriteria = z.output<typeof qualityCriteria>

export const qualityCriteriaCalls = {
  find: call({
    path: '/api/qualityCriteria/find',
    permission,
    demo: true,
    help: 'Criteria of device types with all their versions, the newest first.',
    input: pageInput.extend({
      deviceType: z.int32().nonnegative().optional().describe('Only of this device type.'),
      isCurrent: z.boolean().optional().describe('Only those that count now.'),
    }),
    output: page(qualityCriteria),
  }),
  save: call({
    path: '/api/qualityCriteria/save',
    permission,
    inPerson: true,
    help: 'Saves the criteria of a device type as a new version. Runs keep the version they began with; what the type cannot have is refused.',
    input: z
      .object({
        deviceType: z.int32().nonnegative().describe('Id of the device type.'),
        minutes: z
          .int()
          .min(1)
          .max(qualityLimits.minutes)
          .describe('After so many minutes, what is still open has failed.'),
        checks: z
          .array(criterion)
          .min(1)
          .max(checkCodes.length)
          .refine((all) => new Set(all.map(({ code }) => code)).size === all.length, 'repeated')
          .describe('What is checked.'),
        note: line(200).optional().describe('Why it was changed.'),
      })
      .refine(({ minutes, checks }) => checks.every(({ code, high }) => code !== 'fix' || high! <= minutes), {
        path: ['minutes'],
        error: 'too_small',
      }),
    output: z.object({ id: rowId, version: z.int().describe('From 1 on, of its type.') }),
    refusals: ['unknownDeviceType'],
  }),
}

/** `12.1 V`; `on` where only that was seen. */
export function valueText({ code, value }: Pick<CheckResult, 'code' | 'value'>): string | null {
  if (value === null) return null
  const { unit } = checkRow(code)
  return unit === '' ? String(value) : `${value} ${unit}`
}

/** `≥ 4`, `11…14.5 V`, `= V1.2`. */
export function boundText({ code, low, high, text }: Criterion): string {
  const { bounds, unit } = checkRow(code)
  const end = unit && ` ${unit}`
  switch (bounds) {
    case 'none':
      return ''
    case 'low':
      return `≥ ${low}${end}`
    case 'high':
      return `≤ ${high}${end}`
    case 'range':
      return `${low}…${high}${end}`
    case 'text':
      return `= ${text}`
    case 'command':
      return String(text)
  }
}

/** What was measured for a check. */
const checkColumn = (code: CheckCode): ListColumn => ({
  key: `check${code.charAt(0).toUpperCase()}${code.slice(1)}`,
  form: 'text',
  card: 'none',
  isOptional: true,
  of: ({ checks }: QualityResult) => {
    const found = checks.find((each) => each.code === code)
    return found && (valueText(found) ?? (found.state === 'passed' ? '✓' : null))
  },
})

const common = [deviceTypeFilter(), given('batch'), given('station'), given('from'), given('to')]

/** Every attempt with every device, a row each. */
export const qualityResultList = list(find, {
  name: 'qualityResults',
  rowId: 'id',
  columns: [
    { key: 'terminalID', form: 'identifier', isFixed: true, card: 'title' },
    { key: 'state', name: 'qualityState', form: 'qualityState', isFixed: true, card: 'sign' },
    { key: 'failures', name: 'failedChecks', form: 'qualityChecks' },
    { key: 'startTime', name: 'checkTime', form: 'instant' },
    { key: 'endTime', name: 'checkEnd', form: 'instant', isOptional: true },
    { key: 'attempt', name: 'checkAttempt', form: 'count', card: 'none' },
    { key: 'isLast', name: 'isLastAttempt', form: 'yesNo', isOptional: true, card: 'none' },
    { key: 'typeName', name: 'deviceType', form: 'text' },
    { key: 'batch', name: 'batchNumber', form: 'text' },
    { key: 'station', form: 'text' },
    { key: 'operator', name: 'operatorName', form: 'text', isOptional: true },
    { key: 'criteriaVersion', form: 'count', isOptional: true, card: 'none' },
    ...checkCodes.map(checkColumn),
  ],
  filters: [
    search(),
    choice('state', qualityStates, 'reports.qualityState'),
    choice('attempt', attempts, 'list.qualityAttempt'),
    given('taskId'),
    ...common,
  ],
})

export const qualityYieldList = list(findYield, {
  name: 'qualityYield',
  rowId: 'id',
  columns: [
    { key: 'group', name: 'yieldGroup', form: 'text', isFixed: true, card: 'title' },
    { key: 'tested', form: 'count' },
    { key: 'passed', name: 'passedFirst', form: 'count' },
    { key: 'yieldPercent', form: 'share', card: 'sign' },
  ],
  filters: [given('by'), ...common],
})

export const qualityCriteriaList = list(qualityCriteriaCalls.find, {
  name: 'qualityCriteria',
  rowId: 'id',
  columns: [
    { key: 'typeName', name: 'deviceType', form: 'text', isFixed: true, card: 'title' },
    { key: 'version', name: 'criteriaVersion', form: 'count' },
    { key: 'isCurrent', form: 'yesNo', card: 'sign' },
    {
      key: 'checks',
      name: 'qualityChecks',
      form: 'qualityChecks',
      of: ({ checks }: QualityCriteria) => checks.map(({ code }) => code),
    },
    { key: 'minutes', name: 'checkMinutes', form: 'count' },
    { key: 'note', form: 'text' },
    { key: 'addedBy', form: 'text' },
    { key: 'createTime', name: 'made', form: 'instant' },
  ],
  filters: [{ kind: 'deviceType', key: 'deviceType' }, given('isCurrent')],
})
