import { z } from 'zod'
import { call, instant, named, page, pageInput, time } from '../../api/call.ts'
import { choice, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { duration } from '../cards/calls.ts'
import { currency } from '../orders/calls.ts'

/** Devices that renew by themselves before they end, and what became of it. */

/** Paid at once, without anybody at a page. */
const autoPayTypes = ['card', 'balance'] as const

/**
 * What became of a device: renewed; too few cards, too little money; no price for its model; a discount or floor that
 * its price breaks; a term that never ends.
 */
export const autoRenewalResults = [
  'renewed',
  'notEnoughCards',
  'balanceInsufficient',
  'priceMissing',
  'priceBelowFloor',
  'lifetimeTerm',
  'payTypeUnavailable',
  'failed',
] as const
export type AutoRenewalResult = (typeof autoRenewalResults)[number]

const permission = ['main:order'] as const

const setting = {
  isOn: z
    .boolean()
    .describe(
      'Devices of the account renew by themselves; of an agent also those of its direct customers that don’t renew theirs.',
    ),
  daysBefore: z.int().min(1).max(30).describe('So many days before the end of the platform term.'),
  duration,
  payType: z.enum(autoPayTypes).describe('Paid by the account’s cards, or from its balance.'),
  currency: currency.default('USD').describe('Which balance pays; cards have no currency.'),
}

export const autoRenewal = named('AutoRenewal', {
  ...setting,
  currency,
  changeTime: time.nullable().describe('Last change, epoch ms; null: it was never set, and is off.'),
  due: z.int().describe('Devices that would renew now, were it on.'),
  held: z
    .int()
    .nullable()
    .describe('Cards of the duration, or money of the currency, that the account has; null: no limit.'),
})
export type AutoRenewal = z.output<typeof autoRenewal>

const result = z.enum(autoRenewalResults).describe('Renewed, or why not; it is tried again each hour.')

const autoRenewalRecord = named('AutoRenewalRecord', {
  id: z.string().describe('Of the device and the end of its term.'),
  terminalID: z.string(),
  nickname: z.string().nullable(),
  username: z.string().describe('Whose device it is.'),
  endTime: time.describe('The end of the term that was due, epoch ms.'),
  result,
  time: time.describe('When that came out, epoch ms.'),
})
export type AutoRenewalRecord = z.output<typeof autoRenewalRecord>

export const autoRenewalCalls = {
  get: call({
    path: '/api/autoRenewal/get',
    permission,
    demo: true,
    help: 'Whether devices of the account renew by themselves, and how.',
    output: autoRenewal,
  }),
  save: call({
    path: '/api/autoRenewal/save',
    permission,
    help: 'Sets whether devices of the account renew by themselves, once for each end of a term, from cards or a balance.',
    input: z.object(setting),
  }),
  find: call({
    path: '/api/autoRenewal/find',
    permission,
    demo: true,
    help: 'Devices that renewed by themselves, and those that couldn’t, with the reason; newest first.',
    input: pageInput.extend({
      result: result.optional().describe('Only with this outcome.'),
      search: z.string().trim().max(64).optional().describe('Part of a device or a user name.'),
    }),
    output: page(autoRenewalRecord),
  }),
  news: call({
    method: 'GET',
    path: '/api/autoRenewal/news',
    permission,
    demo: true,
    help: 'Devices that could not renew by themselves and are not dismissed, by reason.',
    output: z.object({
      list: z.array(
        z.object({
          result,
          count: z.int().describe('How many devices.'),
          name: z.string().describe('Name of the one that ends first.'),
          endTime: time.describe('When that one ends, epoch ms.'),
        }),
      ),
      time: time.describe('Up to when this is told, epoch ms: what `seen` takes.'),
    }),
  }),
  seen: call({
    path: '/api/autoRenewal/seen',
    permission,
    acting: false,
    help: 'Dismisses what `news` tells.',
    input: z.object({ until: instant.describe('`time` of what was told, epoch ms.') }),
  }),
}

export const autoRenewalList = list(autoRenewalCalls.find, {
  name: 'autoRenewals',
  rowId: 'id',
  columns: [
    {
      key: 'displayName',
      of: ({ nickname, terminalID }: AutoRenewalRecord) => nickname || terminalID,
      form: 'text',
      isFixed: true,
      card: 'title',
    },
    { key: 'terminalID', form: 'identifier' },
    { key: 'username', form: 'text' },
    { key: 'endTime', name: 'expireTime', form: 'instant' },
    { key: 'result', name: 'autoRenewalResult', form: 'autoRenewalResult' },
    { key: 'time', form: 'instant' },
  ],
  filters: [search(), choice('result', autoRenewalResults, 'reports.autoRenewalResult')],
})
