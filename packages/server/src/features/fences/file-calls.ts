import { fenceBounds, fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Handler, serve, serveChange } from '../../platform/http/serve.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { assign, findAssignees, tellOf } from './assignments.ts'
import { writeShapes } from './files/files.ts'
import { readAreaFile } from './files/read-file.ts'
import { assertRules, findFences, findOwners, insertFences } from './queries.ts'

/** Fences from files and as files. */
export const fenceFileHandlers: readonly Handler[] = [
  serve(fenceCalls.importCheck, async ({ input: { text, format, ...sizes }, signal }) => {
    const read = await readAreaFile({ text, format, sizes }, signal)
    return { ...read, list: read.list.map(({ more: _, ...row }) => row) }
  }),

  serveChange(fenceCalls.import, async ({ db, bus, scope, input, now, signal }) => {
    const { text, format, lineWidthM, pointRadiusM, rows, userId, terminalIDs, userIds, ...values } = input
    const owner = await findAccountRow(db, scope, userId ?? scope.accountId)
    const assignees = await findAssignees(db, scope, owner.path, { terminalIDs, userIds })
    const { list } = await readAreaFile({ text, format, sizes: { lineWidthM, pointRadiusM } }, signal)
    const chosen = rows && new Map(rows.map(({ row, name }) => [row, name]))
    const wanted = chosen ? list.filter(({ row }) => chosen.has(row)) : list
    const fences = wanted.flatMap(({ row, name, area }) =>
      area === null ? [] : [{ ...values, name: chosen?.get(row) ?? name, area }],
    )
    await assertRules(db, owner.id, values)
    const fenceIds = await insertFences(db, owner.id, fences, now)
    await assign(db, fenceIds, assignees, now)
    tellOf(bus, assignees)
    const failed = wanted.flatMap(({ row, name, fault }) => (fault === null ? [] : [{ row, name, fault }]))
    return { fenceIds, failed }
  }),

  serve(fenceCalls.export, async ({ db, scope, input: { format, fenceIds, filter } }) => {
    const { userId, withSubAccounts = true, ...asked } = filter ?? fenceCalls.find.input.parse({})
    const owners = await findOwners(db, scope, { userId, withSubAccounts })
    const page = { ...asked, fenceIds, pageNum: 1, pageSize: fenceBounds.file }
    const { list, total } = await findFences(db, owners, page)
    if (total > fenceBounds.file) throw new Refusal('tooManyFences', { count: total })
    if (fenceIds !== undefined && list.length < new Set(fenceIds).size) throw new Refusal('notFound')
    return writeShapes(
      format,
      'fences',
      list.map(({ name, area }) => ({ name, area, more: {} })),
    )
  }),
]
