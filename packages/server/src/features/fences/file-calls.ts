import { fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { zoneBounds } from '@trackway/core/features/zones/zone-calls.ts'
import { type Handler, serve, serveChange } from '../../platform/http/serve.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { writeZones } from '../zones/files/files.ts'
import { failedRows, readAreaFile } from '../zones/files/read-file.ts'
import { findOwners } from '../zones/queries.ts'
import { assign, findAssignees, tellOf } from './assignments.ts'
import { assertRules, findFences, insertFences } from './queries.ts'

/** Fences from files and as files. */
export const fenceFileHandlers: readonly Handler[] = [
  serve(fenceCalls.importCheck, async ({ input, signal }) => {
    const read = await readAreaFile(input, signal)
    return { ...read, list: read.list.map(({ more: _, ...row }) => row) }
  }),

  serveChange(fenceCalls.import, async ({ db, bus, scope, input, now, signal }) => {
    const { text, format, lineWidthM, pointRadiusM, rows, userId, ...rest } = input
    const { terminalIDs, userIds, vehicleGroupIds, ...values } = rest
    const owner = await findAccountRow(db, scope, userId ?? scope.accountId)
    const assignees = await findAssignees(
      db,
      { ...scope, path: owner.path },
      { terminalIDs, userIds, vehicleGroupIds },
    )
    const { list } = await readAreaFile(input, signal)
    const chosen = rows && new Map(rows.map(({ row, name }) => [row, name]))
    const wanted = chosen ? list.filter(({ row }) => chosen.has(row)) : list
    const fences = wanted.flatMap(({ row, name, area }) =>
      area === null ? [] : [{ ...values, name: chosen?.get(row) ?? name, area }],
    )
    await assertRules(db, owner.id, values)
    const fenceIds = await insertFences(db, owner.id, fences, now)
    await assign(db, fenceIds, assignees, now)
    await tellOf(db, bus, assignees)
    return { fenceIds, failed: failedRows(wanted) }
  }),

  serve(fenceCalls.export, async ({ db, scope, input: { format, fenceIds, filter } }) => {
    const { userId, withSubAccounts = true, ...asked } = filter ?? fenceCalls.find.input.parse({})
    const owners = await findOwners(db, scope, { userId, withSubAccounts })
    const page = { ...asked, fenceIds, pageNum: 1, pageSize: zoneBounds.file }
    return writeZones({ format, fileName: 'fences' }, await findFences(db, owners, page), fenceIds)
  }),
]
