import { riskArea } from '@trackway/core/api/area.ts'
import { asProse } from '@trackway/core/api/call.ts'
import { fenceBounds } from '@trackway/core/features/fences/calls.ts'
import { type RiskPoint, riskCategories, riskPointCalls } from '@trackway/core/features/risk-points/calls.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Handler, serve, serveChange } from '../../platform/http/serve.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { type CheckedShape, writeShapes } from '../fences/files/files.ts'
import { readAreaFile } from '../fences/files/read-file.ts'
import { findOwners } from '../fences/queries.ts'
import { findRiskPoints, insertRiskPoints, type RiskValues } from './queries.ts'

type Defaults = Pick<RiskPoint, 'category' | 'minutes'>

/** Risk points from files and as files. */
export const riskFileHandlers: readonly Handler[] = [
  serve(riskPointCalls.importCheck, async ({ input, signal }) => {
    const { text, format, pointRadiusM } = input
    const read = await readAreaFile(
      { text, format, sizes: { lineWidthM: pointRadiusM, pointRadiusM } },
      signal,
    )
    return { format: read.format, list: read.list.map((shape) => rowOf(shape, input)) }
  }),

  serveChange(riskPointCalls.import, async ({ db, bus, scope, input, now, signal }) => {
    const { text, format, pointRadiusM, rows, userId } = input
    const owner = await findAccountRow(db, scope, userId ?? scope.accountId)
    const read = await readAreaFile(
      { text, format, sizes: { lineWidthM: pointRadiusM, pointRadiusM } },
      signal,
    )
    const wanted = read.list
      .map((shape) => rowOf(shape, input))
      .filter(({ row }) => rows === undefined || rows.includes(row))
    const points = wanted.flatMap(({ row: _, area, fault: _fault, ...point }): RiskValues[] =>
      area === null ? [] : [{ ...point, area }],
    )
    const ids = await insertRiskPoints(db, owner.id, points, now)
    bus.publish('device.factsEdited', { deviceIds: new Int32Array(), accountIds: [owner.id] })
    const failed = wanted.flatMap(({ row, name, fault }) => (fault === null ? [] : [{ row, name, fault }]))
    return { ids, failed }
  }),

  serve(riskPointCalls.export, async ({ db, scope, input: { format, ids, filter } }) => {
    const { userId, withSubAccounts = true, ...asked } = filter ?? riskPointCalls.find.input.parse({})
    const owners = await findOwners(db, scope, { userId, withSubAccounts })
    const page = { ...asked, ids, pageNum: 1, pageSize: fenceBounds.file }
    const { list, total } = await findRiskPoints(db, owners, page)
    if (total > fenceBounds.file) throw new Refusal('tooManyFences', { count: total })
    if (ids !== undefined && list.length < new Set(ids).size) throw new Refusal('notFound')
    return writeShapes(
      format,
      'risk-points',
      list.map(({ name, area, category, minutes, note }) => ({
        name,
        area,
        more: { category, minutes, note },
      })),
    )
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
