import { riskArea } from '@trackway/core/api/area.ts'
import { asProse } from '@trackway/core/api/call.ts'
import { type RiskPoint, riskCategories, riskPointCalls } from '@trackway/core/features/risk-points/calls.ts'
import { zoneBounds } from '@trackway/core/features/zones/zone-calls.ts'
import { type Handler, serve, serveChange } from '../../platform/http/serve.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { type CheckedShape, writeZones } from '../zones/files/files.ts'
import { failedRows, readAreaFile } from '../zones/files/read-file.ts'
import { findOwners, insertZones } from '../zones/queries.ts'
import { findRiskPoints } from './queries.ts'

type Defaults = Pick<RiskPoint, 'category' | 'minutes'>

/** Risk points from files and as files. */
export const riskFileHandlers: readonly Handler[] = [
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
]

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
