import { linesType } from '@trackway/core/api/call.ts'
import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { begun, lineOf, linesReply } from '../../platform/http/lines-reply.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { episodeRows, type ListedEpisode, readEpisodes } from './episode-queries.ts'
import { readPastDue } from './past-due-queries.ts'
import { pendingDevices } from './pending.ts'
import { previousPeriod, type ReportScope, resolveFilter } from './report-filter.ts'
import { readSums, readTotals } from './sum-queries.ts'

export const statisticsHandlers: readonly Handler[] = [
  serve(statisticsCalls.sums, async (context) => {
    const { db, pool, scope, session, input, now, signal } = context
    const reportScope = await resolveFilter(db, scope, input, session.account.timeZone)
    const pending = await pendingDevices(pool, reportScope.devices, now)
    const { withPrevious, groupBy } = input
    const [sums, previous] = await Promise.all([
      readSums(context, { ...input, reportScope }, signal),
      withPrevious
        ? readTotals(
            context,
            { reportScope: previousPeriod(reportScope, input), groupBy, withEmpty: true },
            signal,
          )
        : null,
    ])
    return { ...sums, previous: previous?.sum ?? null, ...coverageOf(reportScope, pending) }
  }),

  serve(statisticsCalls.episodes, async (context) => {
    const { db, pool, scope, session, input, now, accept, signal } = context
    const reportScope = await resolveFilter(db, scope, input, session.account.timeZone)
    if (accept.includes(linesType))
      return linesReply(await begun(episodeLines(episodeRows(context, { ...input, reportScope }, signal))))
    const pending = await pendingDevices(pool, reportScope.devices, now)
    return {
      ...(await readEpisodes(context, { ...input, reportScope }, signal)),
      ...coverageOf(reportScope, pending),
    }
  }),

  serve(statisticsCalls.pastDue, (context) => readPastDue(context, context.input)),
]

async function* episodeLines(parts: AsyncIterable<ListedEpisode[]>): AsyncGenerator<string> {
  let total = 0
  for await (const episodes of parts) {
    total += episodes.length
    yield episodes.map((episode) => lineOf({ episode })).join('')
  }
  yield lineOf({ end: { total } })
}

function coverageOf({ timeZone, devices }: ReportScope, pending: number) {
  return { timeZone, devices: devices.length, pendingDevices: pending }
}
