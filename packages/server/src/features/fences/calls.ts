import { fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { type Handler, serve, serveChange } from '../../platform/http/serve.ts'
import { serveMany } from '../../platform/http/serve-many.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { changesOf, findOwners } from '../zones/queries.ts'
import { findVisits } from '../zones/visits.ts'
import {
  assign,
  assignedTo,
  assigneesOf,
  findAssignees,
  findFenceDevices,
  tellOf,
  unassign,
} from './assignments.ts'
import { dryRun } from './dry-run.ts'
import { findFencesAround } from './fences-around.ts'
import {
  assertRules,
  deleteFence,
  findFence,
  findFences,
  findMapFences,
  insertFences,
  updateFence,
} from './queries.ts'

const add = serveChange(fenceCalls.add, async ({ db, bus, scope, input, now }) => {
  const { userId, terminalIDs, userIds, vehicleGroupIds, ...values } = input
  const owner = await findAccountRow(db, scope, userId ?? scope.accountId)
  const assignees = await findAssignees(
    db,
    { ...scope, path: owner.path },
    { terminalIDs, userIds, vehicleGroupIds },
  )
  await assertRules(db, owner.id, values)
  const [fenceId] = await insertFences(db, owner.id, [values], now)
  await assign(db, [fenceId!], assignees, now)
  await tellOf(db, bus, assignees)
  return { fenceId: fenceId! }
})

const find = serve(fenceCalls.find, async ({ db, scope, input }) => {
  const { userId, withSubAccounts, ...filter } = input
  return findFences(db, await findOwners(db, scope, { userId, withSubAccounts }), filter)
})

const update = serveChange(fenceCalls.update, async ({ db, bus, scope, input, now }) => {
  const { fenceId, ...values } = input
  const present = await findFence(db, scope, fenceId)
  await assertRules(db, present.userId, values)
  await updateFence(db, fenceId, changesOf(values, present), now)
  await tellOf(db, bus, await assigneesOf(db, fenceId))
  const { ownerPath: _, ...fence } = await findFence(db, scope, fenceId)
  return fence
})

const remove = serveChange(fenceCalls.delete, async ({ db, bus, scope, input }) => {
  const fence = await findFence(db, scope, input.fenceId)
  const assignees = await assigneesOf(db, input.fenceId)
  await deleteFence(db, fence, input.detach)
  await tellOf(db, bus, assignees)
})

const assignOne = serveChange(fenceCalls.assign, async ({ db, bus, scope, input, now }) => {
  const { fenceId, ownerPath } = await findFence(db, scope, input.fenceId)
  const assignees = await findAssignees(db, { ...scope, path: ownerPath }, input)
  await assign(db, [fenceId], assignees, now)
  await tellOf(db, bus, assignees)
  return { devices: (await findFence(db, scope, fenceId)).devices }
})

const fences = { find, rowId: 'fenceId', idsKey: 'fenceIds' }

export const fenceHandlers: readonly Handler[] = [
  add,
  find,
  update,
  remove,
  assignOne,

  serve(fenceCalls.get, async ({ db, scope, input }) => {
    const { ownerPath, ...fence } = await findFence(db, scope, input.fenceId)
    return { ...fence, ...(await assignedTo(db, { ...fence, ownerPath })) }
  }),

  serveChange(fenceCalls.unassign, async ({ db, bus, scope, input }) => {
    const { fenceId, ownerPath } = await findFence(db, scope, input.fenceId)
    const assignees = await findAssignees(db, { ...scope, path: ownerPath }, input)
    await unassign(db, fenceId, assignees)
    await tellOf(db, bus, assignees)
    return { devices: (await findFence(db, scope, fenceId)).devices }
  }),

  serve(fenceCalls.devices, async ({ db, scope, input }) =>
    findFenceDevices(db, scope, await findFence(db, scope, input.fenceId), input),
  ),

  serve(fenceCalls.inside, async ({ db, scope, input, now }) => ({
    list: await findFencesAround(db, scope, input.ids, now),
  })),

  serve(fenceCalls.map, async ({ db, scope, input }) =>
    findMapFences(db, await findOwners(db, scope, input), input.state),
  ),

  serve(fenceCalls.dryRun, dryRun),

  serve(fenceCalls.visits, async ({ input: { fenceIds, ...input }, ...context }) => {
    const { list, ...rest } = await findVisits(context, 'fences', fenceIds, input)
    return {
      list: list.map(({ zoneId, zoneName, ...visit }) => ({
        ...visit,
        fenceId: zoneId,
        fenceName: zoneName,
      })),
      ...rest,
    }
  }),

  serveMany(fenceCalls.open, {
    ...fences,
    one: update,
    inputOf: (fenceId: number) => ({ fenceId, state: 'opened' }),
  }),
  serveMany(fenceCalls.close, {
    ...fences,
    one: update,
    inputOf: (fenceId: number) => ({ fenceId, state: 'closed' }),
  }),
  serveMany(fenceCalls.assignMany, { ...fences, one: assignOne }),
  serveMany(fenceCalls.deleteMany, { ...fences, one: remove }),
]
