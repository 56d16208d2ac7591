import { exchangeRateCalls as calls } from '@trackway/core/features/exchange-rates/calls.ts'
import { z } from 'zod'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, serve, serveChange } from '../../platform/http/serve.ts'
import { RatesFailed } from './providers/rate-provider.ts'
import { rateProviders } from './providers/rate-providers.ts'
import { findRates, lastSourceDay, manual, saveRate } from './queries.ts'
import { fetchRates, rateSource, rateSourceSettings } from './rate-source.ts'

const saveSource = { ...calls.saveSource, input: rateSourceSettings }

export const exchangeRateHandlers: readonly Handler[] = [
  serve(calls.find, ({ db, input }) => findRates(db, input)),

  serveChange(calls.save, async (context) => {
    const { db, input, now } = context
    const { currency, day, usdRate } = input
    const before = await saveRate(db, input, now)
    await recordChange(context, 'exchangeRates', null, {
      before: before === null ? null : { currency, day, usdRate: before },
      after: { currency, day, usdRate, source: manual },
    })
  }),

  serve(calls.source, async ({ db }) => {
    const stored = await rateSource.read(db)
    return {
      ...stored,
      source: stored === null ? ('none' as const) : ('stored' as const),
      provider: stored?.provider ?? null,
      providers: rateProviders.map(({ name, label, settings }) => ({
        name,
        label,
        settings: z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' }),
      })),
      lastDay: await lastSourceDay(db),
    }
  }),

  serveChange(saveSource, async (context) => {
    const { db, input, now } = context
    const before = await rateSource.read(db)
    await rateSource.change(db, now, () => input)
    await recordChange(context, 'exchangeRates', null, { before, after: input })
  }),

  serveChange(calls.removeSource, async (context) => {
    const { db, now } = context
    const before = await rateSource.read(db)
    await rateSource.change(db, now, () => null)
    await recordChange(context, 'exchangeRates', null, { before })
  }),

  serve(calls.fetch, async ({ db, now }) => {
    try {
      const fetched = await fetchRates(db, now)
      if (fetched === null) throw new RatesFailed('no source is switched on')
      return fetched
    } catch (error) {
      if (!(error instanceof RatesFailed)) throw error
      const issues = [{ path: 'provider', reason: error.message }]
      throw new Refusal('rateSourceFailed', { issues, cause: error })
    }
  }),
]
