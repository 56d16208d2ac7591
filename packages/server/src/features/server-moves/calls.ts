import { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { serverMoveCalls } from '@trackway/core/features/server-moves/calls.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, serve, serveChange } from '../../platform/http/serve.ts'
import { by } from '../../platform/http/session.ts'
import { setDevices } from '../devices/changes/set-devices.ts'
import { serveDevices } from '../devices/service-calls.ts'
import { createTask } from '../tasks/create-task.ts'
import { offerTasks } from '../tasks/offer-tasks.ts'
import { wake } from '../tasks/wake.ts'
import { serverMoveKind } from './move-kind.ts'
import { moveToHosts } from './move-to-hosts.ts'
import { ownHost, ownPort } from './own-address.ts'
import { findPresences } from './presences.ts'
import { findDevicesHere, findMoves, findNewestMoves, moveKinds } from './queries.ts'
import { serverReturnKind } from './return-kind.ts'
import { findServer, findServers, removeServer, saveServer, testServer } from './servers.ts'

/** What the caller has no device of is named as it was sent. */
const started = ({ missing, ...task }: { taskId: number; devices: number; missing: string[] }) => ({
  ...task,
  failed: missing.map((id) => ({ id, result: 'notFound' as const })),
})

export const serverMoveHandlers: readonly Handler[] = [
  serveDevices(deviceServiceCalls.updateHost, 'deviceHost', async (trx, terminalIDs, context) => {
    const { scope, session, now } = context
    const { host } = context.input
    const changed = await setDevices(
      trx,
      scope,
      terminalIDs.map((terminalID) => ({ terminalID, host })),
    )
    if (host !== null && changed.done.length > 0) {
      const { actorId } = by(session)
      const starter = { db: trx, scope, accountId: session.account.id, actorId, now }
      await moveToHosts(
        starter,
        changed.done.map(({ terminalID }) => ({ terminalID, host })),
      )
    }
    return changed
  }),

  serve(serverMoveCalls.servers, ({ db, scope, input }) => findServers(db, scope, input)),

  serveChange(serverMoveCalls.saveServer, async (context) => {
    const { db, scope, session, input, now } = context
    const server = await saveServer(db, scope, input, now)
    const { name, host, port } = server
    await recordChange(context, 'moveServerSaved', session.account.id, { after: { name, host, port } })
    return server
  }),

  serveChange(serverMoveCalls.removeServer, async (context) => {
    const { db, scope, session, input } = context
    const { name, host, port } = await removeServer(db, scope, input.id)
    await recordChange(context, 'moveServerRemoved', session.account.id, { before: { name, host, port } })
  }),

  serve(serverMoveCalls.testServer, async ({ db, scope, input }) =>
    testServer(await findServer(db, scope, input.id)),
  ),

  serveChange(serverMoveCalls.send, async (context) => {
    const { terminalIDs, host, port, transport, ...rules } = context.input
    const params = { host, port, transport }
    return started(await createTask(context, serverMoveKind, { rules, terminalIDs, params }))
  }),

  serveChange(serverMoveCalls.callBack, async (context) => {
    const { terminalIDs, serverId, ...rules } = context.input
    const { host, port, url } = await findServer(context.db, context.scope, serverId)
    if (url === null) throw new Refusal('moveServerUnknown')
    if (ownHost() === null || ownPort() === null) throw new Refusal('ownAddressUnknown')
    return started(
      await createTask(context, serverReturnKind, { rules, terminalIDs, params: { serverId, host, port } }),
    )
  }),

  serve(serverMoveCalls.findByImeis, ({ db, scope, input, now }) =>
    findNewestMoves(db, scope, input.terminalIDs, now),
  ),

  serve(serverMoveCalls.find, ({ db, scope, input, now }) => findMoves(db, scope, input, now)),

  serve(serverMoveCalls.presences, async ({ db, scope, input, now }) => {
    const devices = await findDevicesHere(db, scope, input.terminalIDs)
    const presences = await findPresences(
      db,
      devices.map(({ deviceId }) => deviceId),
    )
    return {
      list: devices.map(({ deviceId, terminalID }) => {
        const {
          isConnected = false,
          connectedTime = 0,
          seenTime = 0,
          heartbeatMs = 0,
        } = presences.get(deviceId) ?? {}
        return {
          terminalID,
          isHere: isConnected || (seenTime > 0 && now - seenTime < heartbeatMs),
          sinceMs: connectedTime === 0 ? null : Math.max(0, now - connectedTime),
        }
      }),
    }
  }),

  serve(serverMoveCalls.check, async ({ db, bus, scope, input }) => {
    const devices = await findDevicesHere(db, scope, input.terminalIDs)
    if (devices.length === 0) throw new Refusal('notFound')
    const taskIds = await wake(
      db,
      devices.map(({ deviceId }) => deviceId),
      moveKinds,
    )
    offerTasks(bus, taskIds)
    return { looked: taskIds.length }
  }),
]
