import { z } from 'zod'
import {
  byRowId,
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
import { secret } from '../../api/secret.ts'
import { choice, given, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { terminalID } from '../devices/calls.ts'

/** Data that helps receivers to a first fix (A-GPS): where it comes from, until when it is valid, and who fetched it. */

const permission = ['test:agps'] as const

export const agpsKinds = ['assistNow', 'assistNowToken', 'url', 'upload'] as const
export type AgpsKind = (typeof agpsKinds)[number]
export const agpsFormats = ['ubx', 'epo', 'casic'] as const
export type AgpsFormat = (typeof agpsFormats)[number]
export const agpsStates = ['fresh', 'stale', 'none', 'perDevice'] as const
export const agpsWays = ['http', 'tcp'] as const
export const agpsOutcomes = ['sent', 'partly', 'unchanged', 'noData'] as const
/** Why data could not be had; each has its words. */
export const agpsFailures = [
  'unreachable',
  'forbidden',
  'tooManyRequests',
  'status',
  'tooLong',
  'truncated',
  'checksum',
  'unknownFormat',
  'noOrbits',
  'stale',
  'future',
  'addressRefused',
] as const
export type AgpsFailure = (typeof agpsFailures)[number]

export const agpsLimits = {
  bytes: 1024 * 1024,
  sources: 50,
  links: 1_000,
} as const

const kind = z
  .enum(agpsKinds)
  .describe(
    '`assistNow`: u-blox AssistNow with the chipcode that each receiver sends along; `assistNowToken`: the earlier AssistNow with the token of an account; `url`: a file at an address (EPO, CASIC, UBX); `upload`: a file that people upload.',
  )
const url = z.url({ protocol: /^https?$/ }).max(300)

export const agpsSource = named('AgpsSource', {
  id: rowId,
  name: z.string(),
  kind,
  url: z.string().nullable().describe('Where it is fetched; null: it is uploaded.'),
  gnss: z.string().nullable().describe('Satellite systems, as u-blox names them.'),
  data: z.string().nullable().describe('Kinds of data, as u-blox names them.'),
  hasToken: z.boolean().describe('A token is stored.'),
  isOn: z.boolean().describe('It is fetched by itself, and devices get it.'),
  answersTcp: z.boolean().describe('Devices that request A-GPS data over TCP, without a link, get this one.'),
  state: z.enum(agpsStates).describe('`perDevice`: each device has data of its own.'),
  format: z.enum(agpsFormats).nullable().describe('Format of the data; null: there is none.'),
  bytes: z.int().nullable().describe('Size, bytes.'),
  validFrom: time.nullable().describe('From when on the data counts, by itself, epoch ms.'),
  validUntil: time.nullable().describe('Until when, epoch ms.'),
  fetchTime: time.nullable().describe('When the data came, epoch ms.'),
  nextTime: time.nullable().describe('When it is fetched next, epoch ms; null: not by itself.'),
  failure: z.enum(agpsFailures).nullable().describe('Why the last attempt failed; null: it did not.'),
  failureTime: time.nullable().describe('When it failed, epoch ms.'),
  createTime: time,
})
export type AgpsSource = z.output<typeof agpsSource>

export const agpsDelivery = named('AgpsDelivery', {
  id: z.int(),
  time: time.describe('When the last request came, epoch ms.'),
  sourceName: z.string().nullable().describe('Name of the source; null: it was deleted.'),
  terminalID: z.string().nullable().describe('Of the device; null: it did not say who it is.'),
  displayName: z.string().nullable(),
  way: z.enum(agpsWays).describe('How it was requested.'),
  address: z.string().describe('Network address of the device.'),
  outcome: z
    .enum(agpsOutcomes)
    .describe('`unchanged`: the device has it; `noData`: there was none that is valid.'),
  requests: z.int().describe('Requests that it took.'),
  bytes: z.int().describe('Bytes that were sent.'),
  ageMs: z.int().nullable().describe('Age of the data as it was sent, ms.'),
  validUntil: time.nullable().describe('Until when it counts, epoch ms.'),
})
export type AgpsDelivery = z.output<typeof agpsDelivery>

const find = call({
  path: '/api/agps/find',
  permission,
  demo: true,
  help: 'Sources of A-GPS data with the state of their data.',
  input: pageInput.extend({ search: searchText.optional().describe('Part of the name.') }),
  output: page(agpsSource),
})

const deliveries = call({
  path: '/api/agps/deliveries',
  permission,
  demo: true,
  help: 'Which devices got A-GPS data, newest first: requests of a device within ten minutes are one row. Kept for 30 days.',
  input: pageInput.extend({
    search: searchText.optional().describe('Part of a terminal id, name or network address.'),
    source: rowId.optional().describe('Only of this source.'),
    outcome: z.enum(agpsOutcomes).optional().describe('Only with this outcome.'),
    from: instant.optional().describe('From this time on.'),
    to: instant.optional().describe('Until this time.'),
  }),
  output: page(agpsDelivery),
})

const source = {
  name: line(64).min(1),
  url: url.nullish().describe('Address of the data; left out: that of u-blox.'),
  gnss: line(40)
    .regex(/^[a-z]+(,[a-z]+)*$/)
    .nullish()
    .describe('Satellite systems: `gps`, `gal`, `glo`, `bds`, `qzss`, with commas.'),
  data: line(80)
    .regex(/^\w+(,\w+)*$/)
    .nullish()
    .describe('Kinds of data, such as `ulorb_l1,ualm` or `uporb_3`, with commas.'),
  token: secret(line(200).nullish().describe('Token of the account with u-blox.')),
  isOn: z.boolean().default(true).describe('It is fetched by itself, and devices get it.'),
  answersTcp: z.boolean().default(false).describe('One source does.'),
}

const fetched = z.object({
  format: z.enum(agpsFormats),
  bytes: z.int().describe('Size, bytes.'),
  validFrom: time.describe('From when on it counts, epoch ms.'),
  validUntil: time.describe('Until when, epoch ms.'),
})

export const agpsCalls = {
  find,
  add: call({
    path: '/api/agps/add',
    permission,
    help: 'Adds a source of A-GPS data.',
    input: z
      .object({ kind, ...source })
      .refine((given) => given.kind !== 'url' || Boolean(given.url), { path: ['url'], error: 'required' }),
    output: z.object({ id: rowId }),
    refusals: ['addressRefused', 'tooManyEntries', 'alreadyThere'],
  }),
  edit: call({
    path: '/api/agps/edit',
    permission,
    help: 'Changes a source; its data stays until newer comes. A token that is left out stays, unless the address changes.',
    input: z.object({ id: rowId, ...source }),
    refusals: ['notFound', 'addressRefused', 'alreadyThere'],
  }),
  delete: call({
    path: '/api/agps/delete',
    permission,
    help: 'Deletes a source with its data; links to it open nothing.',
    ...byRowId,
  }),
  fetch: call({
    path: '/api/agps/fetch',
    permission,
    help: 'Fetches the data of a source now. What is not whole, not readable or no newer than what is there is refused.',
    input: z.object({
      id: rowId,
      chipcode: line(200).optional().describe('Of a receiver, where each device has data of its own: a try.'),
    }),
    output: fetched,
    refusals: ['notFound', 'agpsFailed'],
  }),
  upload: call({
    path: '/api/agps/upload',
    permission,
    help: 'Takes a file of A-GPS data for a source.',
    input: z.object({
      id: rowId,
      base64: z
        .base64()
        .max(Math.ceil(agpsLimits.bytes / 3) * 4)
        .describe('The file.'),
    }),
    output: fetched,
    refusals: ['notFound', 'agpsFailed'],
    maxBodyBytes: 2 * 1024 * 1024,
  }),
  links: call({
    path: '/api/agps/links',
    permission,
    demo: true,
    help: 'Addresses at which devices fetch the data of a source: each for its device alone.',
    input: z.object({ id: rowId, terminalIDs: z.array(terminalID).min(1).max(agpsLimits.links) }),
    output: z.object({
      list: z.array(z.object({ terminalID: z.string(), url: z.string().describe('Address of the data.') })),
    }),
    refusals: ['notFound', 'publicUrlMissing'],
  }),
  deliveries,
  share: call({
    path: '/api/agps/share',
    permission,
    demo: true,
    help: 'How many devices have data that is valid, among those that requested any in the last 30 days.',
    output: z.object({
      devices: z.int().describe('Devices that requested data in the last 30 days.'),
      fresh: z.int().describe('Of these, those that have valid data.'),
      days: z
        .array(
          z.object({
            day: z.string().describe('In the time zone of the account, YYYY-MM-DD.'),
            devices: z.int().describe('Devices that got data.'),
            bytes: z.int().describe('Bytes that were sent.'),
          }),
        )
        .describe('The last 14 days.'),
    }),
  }),
}

export const agpsSourceList = list(agpsCalls.find, {
  name: 'agpsSources',
  rowId: 'id',
  columns: [
    { key: 'name', form: 'text', isFixed: true, card: 'title' },
    { key: 'state', name: 'agpsState', form: 'agpsState', isFixed: true, card: 'sign' },
    { key: 'kind', name: 'agpsKind', form: 'agpsKind' },
    { key: 'validUntil', form: 'instant' },
    { key: 'format', name: 'agpsFormat', form: 'agpsFormat', isOptional: true },
    { key: 'bytes', name: 'fileBytes', form: 'bytes', isOptional: true },
    { key: 'fetchTime', name: 'fetchedTime', form: 'age', isOptional: true },
    { key: 'failure', name: 'agpsFailure', form: 'agpsFailure' },
    { key: 'nextTime', name: 'nextFetchTime', form: 'instant' },
    { key: 'validFrom', form: 'instant', isOptional: true },
    { key: 'url', name: 'agpsUrl', form: 'text', isOptional: true },
    { key: 'isOn', name: 'agpsOn', form: 'yesNo', isOptional: true },
    { key: 'answersTcp', form: 'yesNo', isOptional: true },
  ],
  filters: [search()],
})

export const agpsDeliveryList = list(agpsCalls.deliveries, {
  name: 'agpsDeliveries',
  rowId: 'id',
  columns: [
    { key: 'time', form: 'instant', isFixed: true },
    { key: 'terminalID', form: 'identifier', card: 'title' },
    { key: 'displayName', form: 'text' },
    { key: 'outcome', name: 'agpsOutcome', form: 'agpsOutcome', isFixed: true, card: 'sign' },
    { key: 'bytes', name: 'sentBytes', form: 'bytes' },
    { key: 'ageMs', name: 'dataAge', form: 'duration' },
    { key: 'validUntil', form: 'instant' },
    { key: 'sourceName', name: 'agpsSource', form: 'text' },
    { key: 'way', name: 'agpsWay', form: 'agpsWay', isOptional: true },
    { key: 'requests', form: 'count', isOptional: true },
    { key: 'address', name: 'cameFrom', form: 'text', isOptional: true },
  ],
  filters: [
    search(),
    choice('outcome', agpsOutcomes, 'reports.agpsOutcome'),
    given('source'),
    given('from'),
    given('to'),
  ],
})
