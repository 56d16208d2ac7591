import { riskArea } from '@trackway/core/api/area.ts'
import { asProse } from '@trackway/core/api/call.ts'
import { type RiskPoint, riskCategories, riskPointCalls } from '@trackway/core/features/risk-points/calls.ts'
import { zoneBounds } from '@trackway/core/features/zones/zone-calls.ts'
import { type Handler, serve, serveChange } from '../../platform/http/serve.ts'
import { serveMany } from '../../platform/http/serve-many.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { type CheckedShape, writeZones } from '../zones/files/files.ts'
import { failedRows, readAreaFile } from '../zones/files/read-file.ts'
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

  serve(riskPointCalls.importCheck, async ({ input, signal }) => {
    const { format, list } = await readAreaFile(input, signal)
    return { format, list: list.map((shape) => rowOf(shape, input)) }
  }),

  serveChange(riskPointCalls.import, async ({ db, bus, scope, input, now, signal }) => {
    const { rows, userId } = input
    const owner = await findAccountRow(db, scope, userId ?? scope.accountId)
    const { list } = await readAreaFile(input, signal)
    const wanted = list
      .map((shape) => rowOf(shape, input))
      .filter(({ row }) => rows === undefined || rows.includes(row))
    const points = wanted.flatMap(({ row: _, area, fault: _fault, ...point }) =>
      area === null ? [] : [{ ...point, area }],
    )
    const ids = await insertZones(db, 'risk_points', owner.id, points, now)
    bus.publish('device.factsEdited', { deviceIds: new Int32Array(), accountIds: [owner.id] })
    return { ids, failed: failedRows(wanted) }
  }),

  serve(riskPointCalls.export, async ({ db, scope, input: { format, ids, filter } }) => {
    const { userId, withSubAccounts = true, ...asked } = filter ?? riskPointCalls.find.input.parse({})
    const owners = await findOwners(db, scope, { userId, withSubAccounts })
    const found = await findRiskPoints(db, owners, { ...asked, ids, pageNum: 1, pageSize: zoneBounds.file })
    return writeZones({ format, fileName: 'risk-points' }, found, ids, ({ category, minutes, note }) => ({
      category,
      minutes,
      note,
    }))
  }),

  serveMany(riskPointCalls.deleteMany, { one: remove, find, rowId: 'id' }),
]

type Defaults = Pick<RiskPoint, 'category' | 'minutes'>

/** What a file does not say of a risk point is what was sent with it. */
function rowOf({ row, name, area, fault, more }: CheckedShape, defaults: Defaults) {
  const isRisk = area === null || riskArea.safeParse(area).success
  const minutes = Number(more.minutes || Number.NaN)
  return {
    row,
    name,
    area: isRisk ? (area as RiskPoint['area'] | null) : null,
    fault: isRisk ? fault : 'noArea',
    category: riskCategories.find((each) => each === more.category) ?? defaults.category,
    minutes: Number.isInteger(minutes) && minutes >= 0 && minutes <= 10_080 ? minutes : defaults.minutes,
    note: asProse(more.note ?? '', 500) || null,
  }
}
