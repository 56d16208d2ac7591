import {
  expectedValueCalls,
  jigResultCalls,
  jigStationCalls,
} from '@trackway/core/features/jig-results/calls.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, type SessionContext, serve, serveChange } from '../../platform/http/serve.ts'
import { by } from '../../platform/http/session.ts'
import { factoryOf } from '../../platform/scope/scope-sql.ts'
import { findExpectedValues, insertExpectedValues } from './expected-values.ts'
import { findResult, findResults, findUnits, findYield } from './queries.ts'
import { findStations, insertStation, revokeStation } from './stations.ts'
import { storeResults } from './store-results.ts'

const sourceOf = ({ scope, session, now }: SessionContext<unknown>, sentTime: number | undefined) => ({
  accountId: factoryOf(scope),
  station: session.station?.name ?? null,
  sentTime,
  now,
})

export const jigResultHandlers: readonly Handler[] = [
  serveChange(jigResultCalls.upload, async (context) => {
    const { sentTime, ...result } = context.input
    const [receipt] = await storeResults(context.db, sourceOf(context, sentTime), [result])
    if (receipt!.issues) throw new Refusal('invalidInput', { issues: receipt!.issues })
    return receipt!
  }),

  serveChange(jigResultCalls.uploadMany, async (context) => {
    const { sentTime, results } = context.input
    return { results: await storeResults(context.db, sourceOf(context, sentTime), results) }
  }),

  serve(jigResultCalls.find, ({ db, scope, input }) => findResults(db, scope, input)),
  serve(jigResultCalls.units, ({ db, scope, input }) => findUnits(db, scope, input)),
  serve(jigResultCalls.yield, ({ db, scope, session, input, now }) =>
    findYield(db, scope, input, { timeZone: session.account.timeZone, now }),
  ),
  serve(jigResultCalls.detail, ({ db, scope, input }) => findResult(db, scope, input.id)),

  serve(jigStationCalls.find, ({ db, scope, session, input }) =>
    // Anybody may sign in to a demo account.
    session.account.isDemo ? Promise.resolve({ list: [], total: 0 }) : findStations(db, scope, input),
  ),

  serveChange(jigStationCalls.add, async (context) => {
    const { db, scope, session, input, now } = context
    const { actorId: createdBy } = by(session)
    const made = await insertStation(db, scope, { name: input.name, createdBy, now })
    await recordChange(context, 'jigStationAdded', factoryOf(scope), {
      after: { id: made.id, name: input.name },
    })
    return made
  }),

  serveChange(jigStationCalls.revoke, async (context) => {
    const { db, bus, scope, input, now } = context
    const { account_id: accountId, name } = await revokeStation(db, scope, input.id, now)
    await recordChange(context, 'jigStationRevoked', accountId, { before: { id: input.id, name } })
    // Sessions of its key are kept by processes for a minute.
    bus.publish('account.edited', { accountId })
  }),

  serve(expectedValueCalls.find, ({ db, scope, input }) => findExpectedValues(db, scope, input)),

  serveChange(expectedValueCalls.save, async (context) => {
    const { db, scope, session, input, now } = context
    const { actorId: createdBy } = by(session)
    const saved = await insertExpectedValues(db, scope, input, { createdBy, now })
    await recordChange(context, 'expectedValuesSaved', factoryOf(scope), {
      after: { deviceType: input.deviceType, kind: input.kind, version: saved.version },
    })
    return saved
  }),
]
