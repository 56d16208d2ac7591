import { linesType } from '@trackway/core/api/call.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import { checkCarCalls } from '@trackway/core/features/check-car/calls.ts'
import type { Area } from '@trackway/core/geo/area.ts'
import type { z } from 'zod'
import { Refusal } from '../../platform/errors.ts'
import { begun, linesReply } from '../../platform/http/lines-reply.ts'
import { type Handler, type SessionContext, serve } from '../../platform/http/serve.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { findSoughtDevices } from './queries.ts'
import { searchArea } from './search.ts'
import { allOf, linesOf, namedParts } from './visitor-replies.ts'

/** 31 local days are an hour longer where clocks are put back meanwhile. */
const longestRangeMs = limits.searchDays * 86_400_000 + 3_600_000

type SearchRequest = Omit<z.output<typeof checkCarCalls.area.input>, 'area'>

export const checkCarHandlers: readonly Handler[] = [
  serve(checkCarCalls.area, (context) => answer(context, context.input.area)),
  serve(checkCarCalls.point, (context) => {
    const { lat, lon, radiusM } = context.input
    return answer(context, { shape: 'circle', lat, lon, radiusM })
  }),
]

async function answer(
  { db, pool, scope, input, accept, signal, now }: SessionContext<SearchRequest>,
  area: Area,
) {
  const { from, to, confirmSeconds } = input
  if (to - from > longestRangeMs) throw new Refusal('rangeTooLong')
  const owner =
    input.userId === undefined
      ? scope
      : { ...scope, path: (await findAccountRow(db, scope, input.userId)).path }
  const { ids, found } = await findSoughtDevices(db, owner, { ...input, to: Math.min(to, now) })
  const notFoundAt = missingIn(input.terminalIDs, found)
  const search = { area, from, to, confirmMs: confirmSeconds * 1000, deviceIds: ids, signal }
  try {
    const parts = await begun(namedParts(searchArea(pool, search), db, owner))
    if (!accept.includes(linesType)) return await allOf(parts, notFoundAt)
    return linesReply(linesOf(parts, ids.length, notFoundAt))
  } catch (error) {
    // Nobody is there to read an answer; it is not a failure of ours.
    if (signal.aborted) throw new Refusal('unavailable', { cause: error })
    throw error
  }
}

/** Places of those that are not among the devices. */
function missingIn(terminalIDs: readonly string[] = [], found: ReadonlySet<string>): number[] {
  return [...terminalIDs.keys()].filter((i) => !found.has(terminalIDs[i]!))
}
