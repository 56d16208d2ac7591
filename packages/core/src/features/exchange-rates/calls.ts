import { z } from 'zod'
import { call, named, page, pageInput } from '../../api/call.ts'
import { currencyCodes } from '../../codes/currencies.ts'
import { choice } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { isRate } from './rates.ts'

/** What a unit of a currency is worth in US dollars, day by day: what orders of several currencies are summed by. */

const permission = ['main:system_config'] as const

/** All but US dollars, which need none. */
const ratedCurrencies = currencyCodes.filter((code) => code !== 'USD')

const currency = z.enum(ratedCurrencies as [(typeof ratedCurrencies)[number]]).describe('Currency, ISO 4217.')
const day = z.iso.date().describe('Day, YYYY-MM-DD.')
const usdRate = z
  .string()
  .trim()
  .max(24)
  .refine(isRate, 'exchangeRate')
  .describe('US dollars for one unit, as a decimal: 0.1379.')

export const exchangeRate = named('ExchangeRate', {
  id: z.string().describe('Currency and day.'),
  currency,
  day,
  usdRate,
  source: z.string().describe('`manual`, or the name of the source.'),
})
export type ExchangeRate = z.output<typeof exchangeRate>

export const exchangeRateCalls = {
  find: call({
    path: '/api/exchangeRate/find',
    permission,
    demo: true,
    help: 'Exchange rates, newest day first.',
    input: pageInput.extend({ currency: currency.optional() }),
    output: page(exchangeRate),
  }),
  save: call({
    path: '/api/exchangeRate/save',
    permission,
    help: 'Sets the exchange rate of a day, in place of what a source said. Orders keep the rate they were placed at.',
    input: z.object({ currency, day, usdRate }),
  }),
  source: call({
    method: 'GET',
    path: '/api/exchangeRate/source',
    permission,
    demo: true,
    help: 'The daily source of exchange rates that is switched on, those that there are with their settings as JSON Schema, and when rates last came.',
    output: z.looseObject({
      source: z.enum(['stored', 'none']).describe('`none`: no source is switched on.'),
      provider: z.string().nullable().describe('Name of the source; null: none is switched on.'),
      providers: z.array(
        z.object({
          name: z.string(),
          label: z.string().describe('What it calls itself.'),
          settings: z.looseObject({}).describe('JSON Schema of its settings.'),
        }),
      ),
      lastDay: z.iso.date().nullable().describe('Newest day that it gave rates of; null: none yet.'),
    }),
  }),
  saveSource: call({
    path: '/api/exchangeRate/saveSource',
    permission,
    help: 'Switches a daily source of exchange rates on.',
    input: z.looseObject({ provider: z.string().max(40).describe('Name of the source.') }),
  }),
  removeSource: call({
    path: '/api/exchangeRate/removeSource',
    permission,
    help: 'Switches the daily source off. Rates that it gave stay.',
  }),
  fetch: call({
    path: '/api/exchangeRate/fetch',
    permission,
    help: 'Takes the newest rates from the source now.',
    output: z.object({ day, count: z.int().describe('Rates taken; those that were set by hand stay.') }),
    refusals: ['rateSourceFailed'],
  }),
}

export const exchangeRateList = list(exchangeRateCalls.find, {
  name: 'exchangeRates',
  rowId: 'id',
  columns: [
    { key: 'currency', name: 'rateCurrency', form: 'text', isFixed: true, card: 'title' },
    { key: 'day', form: 'day' },
    { key: 'usdRate', form: 'text' },
    { key: 'source', name: 'rateSource', form: 'rateSource' },
  ],
  filters: [choice('currency', ratedCurrencies, (code) => code)],
})
