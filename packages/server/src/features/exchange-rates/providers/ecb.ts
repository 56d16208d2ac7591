import { type Currency, currencyCodes } from '@trackway/core/codes/currencies.ts'
import { crossRate, isRate } from '@trackway/core/features/exchange-rates/rates.ts'
import { z } from 'zod'
import { loadWhenUsed } from '../../../platform/load-when-used.ts'
import { type DayRates, RatesFailed, rateProvider } from './rate-provider.ts'

const timeoutMs = 15_000
const maxBytes = 1 << 20

/**
 * Euro foreign exchange reference rates of the European Central Bank: units of each currency for one euro, published
 * about 16:00 on days when banks work.
 */
export const ecb = rateProvider({
  name: 'ecb',
  label: 'European Central Bank',
  settings: z.object({
    url: z
      .url({ protocol: /^https?$/ })
      .max(200)
      .default('https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml')
      .describe('Address of the daily reference rates.'),
  }),
  destination: [],
  fetchRates: async ({ url }) => readEcb(await fetchText(url)),
})

const xml = loadWhenUsed<typeof import('fast-xml-parser')>('fast-xml-parser')
const parserOptions = { ignoreAttributes: false, attributeNamePrefix: '', parseAttributeValue: false }

const document = z.object({
  'gesmes:Envelope': z.object({
    Cube: z.object({
      Cube: z.object({
        time: z.iso.date(),
        Cube: z.array(z.object({ currency: z.string(), rate: z.string().refine(isRate) })).min(1),
      }),
    }),
  }),
})

/** @throws {RatesFailed} */
function readEcb(text: string): DayRates {
  const { XMLParser, XMLValidator } = xml()
  // Entities of a document type can blow up; the bank sends none.
  if (/<!DOCTYPE/i.test(text) || XMLValidator.validate(text) !== true) throw new RatesFailed('no XML')
  const { data, error } = document.safeParse(new XMLParser(parserOptions).parse(text))
  if (error) throw new RatesFailed('not the reference rates of the bank', { cause: error })
  const { time: day, Cube: rates } = data['gesmes:Envelope'].Cube.Cube
  const perEuro = new Map(rates.map(({ currency, rate }) => [currency, rate]))
  const dollars = perEuro.get('USD')
  if (dollars === undefined) throw new RatesFailed('no rate of the US dollar')
  const usdRates = new Map<Currency, string>()
  for (const code of currencyCodes) {
    const rate = code === 'EUR' ? '1' : perEuro.get(code)
    if (code !== 'USD' && rate !== undefined) usdRates.set(code, crossRate(dollars, rate))
  }
  return { day, usdRates }
}

async function fetchText(url: string): Promise<string> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) throw new Error(`status ${response.status}`)
    const parts: Uint8Array[] = []
    let length = 0
    for await (const part of response.body ?? []) {
      length += part.length
      if (length > maxBytes) throw new Error('the answer is too long')
      parts.push(part)
    }
    return Buffer.concat(parts).toString('utf8')
  } catch (error) {
    throw new RatesFailed((error as Error).message, { cause: error })
  }
}
