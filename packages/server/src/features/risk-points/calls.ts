import { riskPointCalls } from '@trackway/core/features/risk-points/calls.ts'
import { type Handler, serve, serveChange } from '../../platform/http/serve.ts'
import { serveMany } from '../../platform/http/serve-many.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { changesOf, findOwners, insertZones, updateZone } from '../zones/queries.ts'
import { findVisits } from '../zones/visits.ts'
import { deleteRiskPoint, findInside, findMapRiskPoints, findRiskPoint, findRiskPoints } from './queries.ts'

const find = serve(riskPointCalls.find, async ({ db, scope, input }) => {
  const { userId, withSubAccounts, ...filter } = input
  return findRiskPoints(db, await findOwners(db, scope, { userId, withSubAccounts }), filter)
})

const remove = serve(riskPointCalls.delete, async ({ db, bus, scope, input }) => {
  const { userId } = await findRiskPoint(db, scope, input.id)
  await deleteRiskPoint(db, input.id)
  bus.publish('device.factsEdited', { deviceIds: new Int32Array(), accountIds: [userId] })
})

export const riskPointHandlers: readonly Handler[] = [
  find,
  remove,

  serveChange(riskPointCalls.add, async ({ db, bus, scope, input, now }) => {
    const { userId, ...values } = input
    const owner = await findAccountRow(db, scope, userId ?? scope.accountId)
    const [id] = await insertZones(db, 'risk_points', owner.id, [values], now)
    bus.publish('device.factsEdited', { deviceIds: new Int32Array(), accountIds: [owner.id] })
    return { id: id! }
  }),

  serve(riskPointCalls.update, async ({ db, bus, scope, input, now }) => {
    const { id, ...values } = input
    const present = await findRiskPoint(db, scope, id)
    const changes = changesOf(values, present)
    const isDeciding = changes.area !== undefined || changes.minutes !== undefined
    await updateZone(db, 'risk_points', id, changes, isDeciding, now)
    bus.publish('device.factsEdited', { deviceIds: new Int32Array(), accountIds: [present.userId] })
    return findRiskPoint(db, scope, id)
  }),

  serve(riskPointCalls.map, async ({ db, scope, input }) =>
    findMapRiskPoints(db, await findOwners(db, scope, input)),
  ),

  serve(riskPointCalls.inside, async ({ db, scope, input, now }) => {
    if (input.id !== undefined) await findRiskPoint(db, scope, input.id)
    const owners = await findOwners(db, scope, { userId: input.userId, withSubAccounts: true })
    return findInside(db, scope, owners, input, now)
  }),

  serve(riskPointCalls.visits, async ({ input: { ids, ...input }, ...context }) => {
    const { list, ...rest } = await findVisits(context, 'risk_points', ids, input)
    return {
      list: list.map(({ zoneId, zoneName, ...visit }) => ({
        ...visit,
        riskPointId: zoneId,
        riskPointName: zoneName,
      })),
      ...rest,
    }
  }),

  serveMany(riskPointCalls.deleteMany, { one: remove, find, rowId: 'id' }),
]
