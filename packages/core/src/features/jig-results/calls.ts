import { z } from 'zod'
import {
  call,
  instant,
  line,
  named,
  page,
  pageInput,
  prose,
  rowId,
  searchText,
  time,
} from '../../api/call.ts'
import { limits } from '../../codes/limits.ts'
import type { ListColumn } from '../../lists/columns.ts'
import { choice, given, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { itemFaults, type JigKind, jigKinds, usualItems } from './items.ts'

/** Results that production jigs upload, and the queries of them. */

export const jigPermission = ['test:qc'] as const

export const jigLimits = {
  /** Results that one upload holds. */
  results: 200,
  items: 64,
  logChars: 16_000,
  /** Of an upload. */
  bytes: 4 * 1024 * 1024,
  /** That yields are asked for at a time. */
  yieldDays: 92,
  stations: 500,
} as const

/** Names, numbers and units, by which results are found and compared. */
const word = (maxLength: number) => line(maxLength).min(1)
const code = z
  .string()
  .regex(/^[\w.-]{1,32}$/)
  .describe('Name of the item, as in the expected values.')
/** What is scanned or read back: letters and digits. */
const identifier = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[0-9A-Z][0-9A-Z._/-]{3,39}$/)

/** What programs send is refused where it has a name that is not known. */
const strict = <S extends z.ZodRawShape>(id: string, shape: S) => z.strictObject(shape).meta({ id })

/** Expected of an item: a number between two limits, or a text. */
export const expectedItem = strict('ExpectedItem', {
  code,
  unit: line(16).default('').describe('Unit that the value has to be in; empty: none.'),
  low: z.number().nullable().default(null).describe('Not below; null: no limit.'),
  high: z.number().nullable().default(null).describe('Not above; null: no limit.'),
  text: word(64).nullable().default(null).describe('The value as a text; null: it is a number.'),
})
export type ExpectedItem = z.output<typeof expectedItem>

const measuredItem = strict('MeasuredItem', {
  ...expectedItem.shape,
  value: z
    .union([z.number(), line(64)])
    .nullable()
    .describe('As measured or read; null: nothing was.'),
  pass: z.boolean().nullable().default(null).describe('What the jig says of it; null: nothing.'),
})
export type MeasuredItem = z.output<typeof measuredItem>

export const jigUpload = strict('JigUpload', {
  resultId: z
    .string()
    .regex(/^[\w.:-]{8,64}$/)
    .describe(
      'Number of the result that the jig never gives twice, such as a UUID: sent again, it is stored once.',
    ),
  kind: z.enum(jigKinds).describe('`serial`: test over the serial port; `gps`: test of positioning.'),
  imei: identifier.nullish().describe('IMEI or id of the device; one of the three numbers is needed.'),
  serialNumber: identifier.nullish().describe('Serial number of the maker.'),
  iccid: identifier.nullish().describe('ICCID of its SIM card.'),
  deviceType: z
    .union([z.int32().nonnegative(), word(64)])
    .nullish()
    .describe('Id or name of the device type, whose expected values count.'),
  batch: word(40).nullish().describe('Production batch.'),
  operator: word(40).nullish().describe('Who worked at the station.'),
  slot: word(16).nullish().describe('Place in the jig.'),
  program: word(40).nullish().describe('Version of the program of the jig.'),
  expectedVersion: z
    .int32()
    .positive()
    .nullish()
    .describe('Version of the expected values that the jig used.'),
  testTime: instant.describe('When the test ended by the clock of the jig, epoch ms.'),
  items: z.array(measuredItem).max(jigLimits.items).describe('What was measured.'),
  pass: z.boolean().nullish().describe('What the jig says of the whole.'),
  log: prose(jigLimits.logChars).nullish().describe('What was sent and received, for people.'),
})
export type JigUpload = z.output<typeof jigUpload>

export const uploadOutcomes = ['stored', 'duplicate', 'conflicting', 'invalid'] as const

const sentTime = instant
  .optional()
  .describe('Time of the upload by the clock of the jig, epoch ms: by how far it is wrong is corrected.')

const receipt = named('JigReceipt', {
  resultId: z.string().nullable().describe('Of the result; null: it has none that can be read.'),
  outcome: z
    .enum(uploadOutcomes)
    .describe(
      '`stored`; `duplicate`: it was stored before; `conflicting`: another result has the number, and stays; `invalid`: it is not stored, see `issues`. None of them is worth sending again.',
    ),
  pass: z.boolean().nullable().describe('Verdict by the expected values; null: it is not stored.'),
  failures: z.array(z.string()).describe('Names of the items that are not as expected.'),
  issues: z
    .array(z.object({ path: z.string(), reason: z.string() }))
    .optional()
    .describe('Of an invalid one: what cannot be read.'),
})
export type JigReceipt = z.output<typeof receipt>

/** An item with its verdict. */
export const judgedItem = named('JudgedItem', {
  ...measuredItem.shape,
  isExpected: z.boolean().describe('The expected values name it; others do not count.'),
  fault: z.enum(itemFaults).nullable().describe('How it is not as expected; null: it is.'),
})
export type JudgedItem = z.output<typeof judgedItem>

const identity = {
  imei: z.string().nullable(),
  serialNumber: z.string().nullable().describe('Serial number of the maker.'),
  iccid: z.string().nullable(),
}

const of = {
  station: z.string().nullable().describe('Name of the station; null: a person uploaded it.'),
  batch: z.string().nullable().describe('Production batch.'),
  deviceType: z.int().nullable().describe('Id of the device type.'),
  typeName: z.string().nullable().describe('Name of the device type.'),
}

export const jigResult = named('JigResult', {
  id: z.int(),
  resultId: z.string().describe('Number that the jig gave it.'),
  kind: z.enum(jigKinds),
  ...identity,
  ...of,
  operator: z.string().nullable().describe('Who worked at the station.'),
  slot: z.string().nullable().describe('Place in the jig.'),
  program: z.string().nullable().describe('Version of the program of the jig.'),
  time: time.describe('When the test ended, the clock of the jig corrected, epoch ms.'),
  testTime: time.describe('The same as the jig says it, epoch ms.'),
  receiveTime: time.describe('When it was uploaded, epoch ms.'),
  isPassed: z.boolean().describe('Verdict by the expected values.'),
  claimed: z.boolean().nullable().describe('What the jig says; null: nothing.'),
  expectedVersion: z
    .int()
    .nullable()
    .describe(
      'Version of the expected values that it was judged by; null: there were none, its own limits count.',
    ),
  claimedVersion: z.int().nullable().describe('Version that the jig used; null: it does not say.'),
  failures: z.array(z.string()).describe('Names of the items that are not as expected.'),
  items: z.array(judgedItem).describe('What was measured, with the verdict on each.'),
  isFirst: z.boolean().describe('The first attempt of its kind with the device.'),
  isLast: z.boolean().describe('The last one, which counts.'),
})
export type JigResult = z.output<typeof jigResult>

export const unitStates = ['passed', 'failed', 'incomplete'] as const
export const jigVerdicts = ['passed', 'failed', 'disputed'] as const

/** A device, with the last result of each kind. */
export const jigUnit = named('JigUnit', {
  id: z.int(),
  unit: z.string().describe('What its results have in common: IMEI, else serial number, else ICCID.'),
  ...identity,
  ...of,
  state: z
    .enum(unitStates)
    .describe(
      '`passed`: the last test of each kind; `failed`: one of them failed; `incomplete`: one is missing.',
    ),
  lastTime: time.describe('When the last test ended, epoch ms.'),
  attempts: z.int().describe('Tests of both kinds.'),
  serial: jigResult.nullable().describe('The last test over the serial port.'),
  gps: jigResult.nullable().describe('The last test of positioning.'),
})
export type JigUnit = z.output<typeof jigUnit>

const filter = {
  search: searchText.optional().describe('Part of IMEI, serial number, ICCID, batch, station or operator.'),
  batch: line(40).optional().describe('Of this production batch.'),
  station: line(64).optional().describe('Of this station.'),
  from: instant.optional().describe('Tested from then on.'),
  to: instant.optional().describe('Tested until then.'),
  ids: z.array(z.int().positive()).max(limits.devicesPerOperation).optional().describe('Only these rows.'),
}

const find = call({
  path: '/api/jigResult/find',
  permission: jigPermission,
  demo: true,
  help: 'Results of production jigs, every attempt, the last tested first.',
  input: pageInput.extend({
    ...filter,
    kind: z.enum(jigKinds).optional().describe('Only of this kind.'),
    verdict: z.enum(jigVerdicts).optional().describe('`disputed`: the jig says otherwise.'),
    unit: identifier.optional().describe('Of the device with this number.'),
    attempt: z.enum(['first', 'last']).optional().describe('Only first or last attempts of a kind.'),
  }),
  output: page(jigResult),
})

const findUnits = call({
  path: '/api/jigResult/units',
  permission: jigPermission,
  demo: true,
  help: 'Devices that production jigs tested, with the last result of each kind, the last tested first.',
  input: pageInput.extend({
    ...filter,
    state: z.enum(unitStates).optional().describe('Only in this state.'),
  }),
  output: page(jigUnit),
})

export const jigYieldGroups = ['day', 'station', 'kind'] as const
export type JigYieldGroup = (typeof jigYieldGroups)[number]

export const jigYield = named('JigYield', {
  id: z.string(),
  day: z
    .string()
    .nullable()
    .describe('Day of the first attempt in the time zone of the account, YYYY-MM-DD; null: of all days.'),
  station: z
    .string()
    .nullable()
    .describe('Name of the station; null: a person uploaded it, or it is of all stations.'),
  kind: z.enum(jigKinds).nullable().describe('Null: of both kinds.'),
  tested: z.int().describe('Devices whose first attempt it was.'),
  passed: z.int().describe('Of these, those that passed it.'),
  yieldPercent: z.number().describe('First-pass yield.'),
})
export type JigYield = z.output<typeof jigYield>

const findYield = call({
  path: '/api/jigResult/yield',
  permission: jigPermission,
  demo: true,
  help: `First-pass yield by day, station and kind: devices that passed at the first attempt among those tested. ${jigLimits.yieldDays} days at a time; left out: the last 7.`,
  input: pageInput.extend({
    from: filter.from,
    to: filter.to,
    station: filter.station,
    batch: filter.batch,
    kind: z.enum(jigKinds).optional().describe('Only of this kind.'),
    by: z.enum(jigYieldGroups).optional().describe('A row for each of these; left out: of all three.'),
  }),
  output: page(jigYield),
  refusals: ['rangeTooLong'],
})

export const jigResultCalls = {
  upload: call({
    path: '/api/jigResult/upload',
    permission: jigPermission,
    station: true,
    help: 'Takes one result of a production jig: `Authorization: Bearer <station key>`. Sent again, it is stored once.',
    input: jigUpload.extend({ sentTime }),
    output: receipt,
  }),
  uploadMany: call({
    path: '/api/jigResult/uploadMany',
    permission: jigPermission,
    station: true,
    help: `Takes up to ${jigLimits.results} results in any order, and answers for each in the order they were sent. What was cut off on its way is not stored at all; send it again.`,
    input: z.object({
      results: z
        .array(z.union([jigUpload, z.unknown()]))
        .min(1)
        .max(jigLimits.results)
        .describe('Results as `upload` takes them; one that is not valid keeps no other from being stored.'),
      sentTime,
    }),
    output: z.object({ results: z.array(receipt).describe('In the order that they were sent.') }),
    maxBodyBytes: jigLimits.bytes,
  }),
  find,
  units: findUnits,
  yield: findYield,
  detail: call({
    method: 'GET',
    path: '/api/jigResult/detail',
    permission: jigPermission,
    demo: true,
    help: 'One result with the log of the jig.',
    input: z.object({ id: z.int().positive() }),
    output: jigResult.extend({ log: z.string().nullable().describe('What was sent and received.') }),
    refusals: ['notFound'],
  }),
}

export const jigStation = named('JigStation', {
  id: rowId,
  name: z.string().describe('Name of the station.'),
  keyStart: z.string().describe('First characters of the key, to recognise it.'),
  createTime: time,
  addedBy: z.string().nullable().describe('User name of who added it; null: that account is gone.'),
  revokeTime: time.nullable().describe('Since when its key opens nothing; null: it works.'),
  lastUseTime: time.nullable().describe('To the minute, epoch ms; null: never used.'),
  lastUseAddress: z.string().nullable().describe('Network address of the last use.'),
})
export type JigStation = z.output<typeof jigStation>

export const jigStationCalls = {
  find: call({
    path: '/api/jigStation/find',
    permission: jigPermission,
    demo: true,
    inPerson: true,
    help: 'Stations of the production line and the beginnings of their keys, newest first.',
    input: pageInput.extend({ search: searchText.optional().describe('Part of the name.') }),
    output: page(jigStation),
  }),
  add: call({
    path: '/api/jigStation/add',
    permission: jigPermission,
    inPerson: true,
    help: 'Adds a station and makes its key, shown only once. It opens the upload of results and nothing else.',
    input: z.object({ name: word(64).describe('Name of the station; a revoked one may be given again.') }),
    output: z.object({ id: rowId, key: z.string().describe('The key; secret.') }),
    refusals: ['stationNameTaken', 'tooManyKeys'],
  }),
  revoke: call({
    path: '/api/jigStation/revoke',
    permission: jigPermission,
    inPerson: true,
    help: 'Revokes the key of a station at once. Its results stay.',
    input: z.object({ id: rowId }),
    refusals: ['notFound'],
  }),
}

export const expectedValues = named('ExpectedValues', {
  id: rowId,
  deviceType: z.int().describe('Id of the device type.'),
  typeName: z.string().describe('Name of the device type.'),
  kind: z.enum(jigKinds),
  version: z.int().describe('From 1 on, of its type and kind.'),
  items: z.array(expectedItem).describe('What is expected.'),
  note: z.string().nullable().describe('Why it was changed.'),
  createTime: time,
  addedBy: z.string().nullable().describe('User name of who saved it; null: that account is gone.'),
  isCurrent: z.boolean().describe('Results are judged by it now.'),
})
export type ExpectedValues = z.output<typeof expectedValues>

export const expectedValueCalls = {
  find: call({
    path: '/api/expectedValues/find',
    permission: jigPermission,
    demo: true,
    help: 'Expected values of device types with all their versions, the newest first.',
    input: pageInput.extend({
      deviceType: z.int32().nonnegative().optional().describe('Only of this device type.'),
      kind: z.enum(jigKinds).optional().describe('Only of this kind.'),
      isCurrent: z.boolean().optional().describe('Only those that count now.'),
    }),
    output: page(expectedValues),
  }),
  save: call({
    path: '/api/expectedValues/save',
    permission: jigPermission,
    inPerson: true,
    help: 'Saves expected values of a device type as a new version. Results of tests that end from now on are judged by it; earlier ones keep theirs.',
    input: z.object({
      deviceType: z.int32().nonnegative().describe('Id of the device type.'),
      kind: z.enum(jigKinds).describe('Test that they are of.'),
      items: z
        .array(expectedItem)
        .min(1)
        .max(jigLimits.items)
        .refine((items) => new Set(items.map((item) => item.code)).size === items.length, 'repeated')
        .refine(
          (items) => items.every(({ low, high }) => low === null || high === null || low <= high),
          'low_above_high',
        )
        .describe('Every item named has to be there; one without limits and text only that.'),
      note: line(200).optional().describe('Why it was changed.'),
    }),
    output: z.object({ id: rowId, version: z.int().describe('From 1 on, of its type and kind.') }),
    refusals: ['unknownDeviceType'],
  }),
}

/** Items that are read, not measured. */
const textItems = ['firmware', 'imsi', 'acc', 'relay']

/** The value of a usual item; with its unit where that is another one. */
function itemColumn(kind: JigKind, itemCode: string, resultOf: (row: never) => JigResult | null): ListColumn {
  const unit = (usualItems[kind] as Record<string, string>)[itemCode]
  return {
    key: `${kind}${capital(itemCode)}`,
    name: `jig${capital(itemCode)}`,
    form: textItems.includes(itemCode) ? 'word' : 'measured',
    card: 'none',
    of: (row) => {
      const item = resultOf(row as never)?.items.find((each) => each.code === itemCode)
      if (item === undefined || item.value === null) return null
      return item.unit === '' || item.unit === unit ? item.value : `${item.value} ${item.unit}`
    },
  }
}

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

const itemColumns = (kind: JigKind, resultOf: (row: never) => JigResult | null): ListColumn[] =>
  Object.keys(usualItems[kind]).map((itemCode) => itemColumn(kind, itemCode, resultOf))

const optional = (columns: readonly ListColumn[], shown: readonly string[]): ListColumn[] =>
  columns.map((column) => (shown.includes(column.key) ? column : { ...column, isOptional: true }))

const verdict: ListColumn = {
  key: 'isPassed',
  name: 'jigVerdict',
  form: 'jigVerdict',
  of: ({ isPassed, claimed }: JigResult) =>
    claimed !== null && claimed !== isPassed ? 'disputed' : isPassed ? 'passed' : 'failed',
  isFixed: true,
  card: 'sign',
}
const identityColumns: ListColumn[] = [
  { key: 'imei', name: 'imei', form: 'identifier', isFixed: true, card: 'title' },
  { key: 'serialNumber', form: 'identifier', isOptional: true },
  { key: 'iccid', form: 'identifier', isOptional: true },
]
const sourceColumns: ListColumn[] = [
  { key: 'typeName', name: 'deviceType', form: 'text', isOptional: true },
  { key: 'batch', name: 'batchNumber', form: 'word' },
  { key: 'station', form: 'word' },
  { key: 'operator', name: 'operatorName', form: 'text', isOptional: true },
  { key: 'slot', form: 'text', isOptional: true },
  { key: 'program', form: 'text', isOptional: true },
]
const resultColumns: ListColumn[] = [
  ...identityColumns,
  verdict,
  { key: 'failures', form: 'texts' },
  { key: 'time', name: 'testTime', form: 'instant' },
  ...sourceColumns,
]
const endColumns: ListColumn[] = [
  { key: 'expectedVersion', form: 'count', isOptional: true },
  { key: 'isFirst', name: 'isFirstAttempt', form: 'yesNo', isOptional: true, card: 'none' },
  { key: 'isLast', name: 'isLastAttempt', form: 'yesNo', card: 'none' },
  { key: 'testTime', name: 'jigTime', form: 'instant', isOptional: true },
  { key: 'receiveTime', name: 'receivedTime', form: 'instant', isOptional: true },
  { key: 'resultId', form: 'identifier', isOptional: true },
]
const common = [given('station'), given('batch'), given('from'), given('to')]
const verdictFilter = choice('verdict', jigVerdicts, 'reports.jigVerdict')
const attemptFilter = choice('attempt', ['first', 'last'], 'list.jigAttempt')
const itself = (row: JigResult) => row

/** A row each result, in the layout of version 1: the usual items are columns. */
const resultsOf = (name: string, kind: JigKind, shown: readonly string[]) =>
  list(find, {
    name,
    rowId: 'id',
    columns: [...resultColumns, ...optional(itemColumns(kind, itself as never), shown), ...endColumns],
    filters: [search(), verdictFilter, attemptFilter, given('kind'), given('unit'), ...common],
  })

export const serialResultList = resultsOf('serialResults', 'serial', [
  'serialFirmware',
  'serialCsq',
  'serialExternalVoltage',
  'serialBatteryVoltage',
  'serialRunCurrent',
  'serialSleepCurrent',
])
export const gpsResultList = resultsOf('gpsResults', 'gps', ['gpsSatellites', 'gpsCn0Top4', 'gpsTtff'])

/** Export V1: every attempt of both kinds, a row each, with all usual items. */
export const jigExportV1List = list(find, {
  name: 'jigExportV1',
  rowId: 'id',
  columns: [
    { key: 'kind', name: 'jigKind', form: 'jigKind' },
    ...resultColumns.map((column) => ({ ...column, isOptional: false })),
    ...itemColumns('serial', ((row: JigResult) => (row.kind === 'serial' ? row : null)) as never),
    ...itemColumns('gps', ((row: JigResult) => (row.kind === 'gps' ? row : null)) as never),
    ...endColumns.map((column) => ({ ...column, isOptional: false })),
  ],
  filters: [search(), choice('kind', jigKinds, 'reports.jigKind'), verdictFilter, attemptFilter, ...common],
})

const unitColumns: ListColumn[] = [
  ...identityColumns,
  { key: 'state', name: 'unitState', form: 'unitState', isFixed: true, card: 'sign' },
  ...jigKinds.flatMap((kind): ListColumn[] => [
    {
      key: `${kind}Verdict`,
      form: 'jigVerdict',
      of: (row: JigUnit) => {
        const result = row[kind]
        return result && verdict.of!(result)
      },
    },
    { key: `${kind}Failures`, form: 'texts', of: (row: JigUnit) => row[kind]?.failures },
    { key: `${kind}Time`, form: 'instant', isOptional: true, of: (row: JigUnit) => row[kind]?.time },
  ]),
  { key: 'attempts', name: 'jigAttempts', form: 'count' },
  { key: 'lastTime', name: 'testTime', form: 'instant' },
  { key: 'typeName', name: 'deviceType', form: 'text', isOptional: true },
  { key: 'batch', name: 'batchNumber', form: 'word' },
  { key: 'station', form: 'word' },
]
const unitFilters = [search(), choice('state', unitStates, 'reports.unitState'), ...common]

/** A row each device, in the layout of version 2. */
export const jigUnitList = list(findUnits, {
  name: 'jigUnits',
  rowId: 'id',
  columns: unitColumns,
  filters: unitFilters,
})

/** Export V2: a row each device, with the last results of each kind and all usual items. */
export const jigExportV2List = list(findUnits, {
  name: 'jigExportV2',
  rowId: 'id',
  columns: [
    ...unitColumns.map((column) => ({ ...column, isOptional: false })),
    ...jigKinds.flatMap((kind) => [
      {
        key: `${kind}Version`,
        form: 'count' as const,
        of: (row: JigUnit) => row[kind]?.expectedVersion,
        card: 'none' as const,
      },
      ...itemColumns(kind, ((row: JigUnit) => row[kind]) as never),
    ]),
  ],
  filters: unitFilters,
})

export const jigYieldList = list(findYield, {
  name: 'jigYield',
  rowId: 'id',
  columns: [
    { key: 'day', form: 'day', isFixed: true, card: 'title' },
    { key: 'station', form: 'text' },
    { key: 'kind', name: 'jigKind', form: 'jigKind' },
    { key: 'tested', form: 'count' },
    { key: 'passed', name: 'passedFirst', form: 'count' },
    { key: 'yieldPercent', form: 'share', card: 'sign' },
  ],
  filters: [choice('kind', jigKinds, 'reports.jigKind'), ...common],
})

export const jigStationList = list(jigStationCalls.find, {
  name: 'jigStations',
  rowId: 'id',
  columns: [
    { key: 'name', form: 'text', isFixed: true, card: 'title' },
    { key: 'keyStart', form: 'text' },
    { key: 'lastUseTime', form: 'age' },
    { key: 'lastUseAddress', name: 'cameFrom', form: 'text', isOptional: true },
    { key: 'revokeTime', name: 'revokedTime', form: 'instant', card: 'sign' },
    { key: 'addedBy', form: 'text' },
    { key: 'createTime', name: 'made', form: 'instant', isOptional: true },
  ],
  filters: [search()],
})

export const expectedValueList = list(expectedValueCalls.find, {
  name: 'expectedValues',
  rowId: 'id',
  columns: [
    { key: 'typeName', name: 'deviceType', form: 'text', isFixed: true, card: 'title' },
    { key: 'kind', name: 'jigKind', form: 'jigKind' },
    { key: 'version', name: 'expectedVersion', form: 'count' },
    { key: 'isCurrent', form: 'yesNo', card: 'sign' },
    { key: 'items', name: 'expectedItems', form: 'texts', of: ({ items }) => items.map(expectedText) },
    { key: 'note', form: 'text' },
    { key: 'addedBy', form: 'text' },
    { key: 'createTime', name: 'made', form: 'instant' },
  ],
  filters: [
    choice('kind', jigKinds, 'reports.jigKind'),
    { kind: 'deviceType', key: 'deviceType' },
    given('isCurrent'),
  ],
})

/** `runCurrent 20…60 mA`, `satellites ≥ 6`, `firmware = V1.2.4`. */
export function expectedText({ code: itemCode, unit, low, high, text }: ExpectedItem): string {
  if (text !== null) return `${itemCode} = ${text}`
  return `${itemCode}${rangeText(low, high)}${unit && ` ${unit}`}`
}

function rangeText(low: number | null, high: number | null): string {
  if (low === null) return high === null ? '' : ` ≤ ${high}`
  return high === null ? ` ≥ ${low}` : ` ${low}…${high}`
}
