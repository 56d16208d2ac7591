import { riskPointCalls } from '@trackway/core/features/risk-points/calls.ts'
import { type Handler, serve, serveChange } from '../../platform/http/serve.ts'
import { serveMany } from '../../platform/http/serve-many.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { changesOf, findOwners } from '../fences/queries.ts'
import { findVisits } from '../fences/visits.ts'
import {
  deleteRiskPoint,
  findInside,
  findMapRiskPoints,
  findRiskPoint,
  findRiskPoints,
  idsInSight,
  insertRiskPoints,
  updateRiskPoint,
} from './queries.ts'

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
    const [id] = await insertRiskPoints(db, owner.id, [values], now)
    bus.publish('device.factsEdited', { deviceIds: new Int32Array(), accountIds: [owner.id] })
    return { id: id! }
  }),

  serve(riskPointCalls.update, async ({ db, bus, scope, input, now }) => {
    const { id, ...values } = input
    const present = await findRiskPoint(db, scope, id)
    await updateRiskPoint(db, id, changesOf(values, present), now)
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

  serve(riskPointCalls.visits, async ({ session, input: { ids, ...input }, ...context }) => {
    const { db, scope } = context
    const keys = new Set((await idsInSight(db, scope, ids)).map((id) => -id))
    const found = await findVisits({ ...context, timeZone: session.account.timeZone }, input, keys)
    const list = found.list.map(({ key, zoneName, ...visit }) => ({
      ...visit,
      riskPointId: -key,
      riskPointName: zoneName,
    }))
    return { ...found, list }
  }),

  serveMany(riskPointCalls.deleteMany, { one: remove, find, rowId: 'id' }),
]
