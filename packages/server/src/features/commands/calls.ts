import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import {
  type Command,
  type CommandCode,
  commandCodes,
  commandRow,
  isOffered,
  type ParametersOf,
} from '@trackway/core/features/commands/commands.ts'
import { lazy } from '@trackway/core/lazy.ts'
import { commandsOf, roomFor } from '@trackway/protocols/commands.ts'
import { protocols } from '@trackway/protocols/registry.ts'
import { z } from 'zod'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, inTransaction, serve, serveChange } from '../../platform/http/serve.ts'
import { serveMany } from '../../platform/http/serve-many.ts'
import { retryBatch, stopBatch } from './batch-changes.ts'
import { addBatch, previewBatch } from './batches.ts'
import { maySend } from './check-command.ts'
import { deleteOrder, findOrders, saveOrder } from './orders.ts'
import {
  cancelCommand,
  findBatches,
  findBatchStates,
  findCommand,
  findCommands,
  findLastParameters,
} from './queries.ts'
import { saveLog } from './save-log.ts'
import { findTarget, storeCommand, waitForAnswer } from './send.ts'
import { commandForm } from './stored-command.ts'
import { findTypesOfCommands, offeredCommands } from './targets.ts'
import { endUnlock, findOpenUnlock, startUnlock } from './unlocks.ts'

/** Codes of the commands of each protocol: found once, which takes some 30 ms. */
const commandsByWire = lazy(
  (): Record<string, CommandCode[]> =>
    Object.fromEntries(protocols.map((protocol) => [protocol.name, commandsOf(protocol)])),
)

const find = serve(commandCalls.find, ({ db, scope, input }) => findCommands(db, scope, input))

const cancel = serveChange(commandCalls.cancel, async (context) => {
  const { db, bus, scope, input, now } = context
  const { id } = input
  const { accountId, deviceId, terminalId, content } = await cancelCommand(db, scope, id, now)
  await recordChange(context, 'commandCancelled', accountId, { terminalId, before: { command: id, content } })
  bus.publish('command.changed', { deviceIds: Int32Array.of(deviceId) })
  return { id, state: 'cancelled' as const }
})

export const commandHandlers: readonly Handler[] = [
  serve(commandCalls.send, async (context) => {
    const { waitSeconds, ...request } = context.input
    const stored = await inTransaction(context, (context) => storeCommand(context, request))
    const { id, state, result, reply, failure, heldBy } = await waitForAnswer(
      context,
      stored,
      // There is nobody to answer yet.
      stored.isOnline && !request.nextConnection ? waitSeconds * 1_000 : 0,
    )
    return { id, state, result, failure, heldBy, ...(reply !== null && { reply }) }
  }),

  find,
  serve(commandCalls.get, ({ db, scope, input }) => findCommand(db, scope, input.id)),

  cancel,
  serveMany(commandCalls.cancelMany, { one: cancel, find, rowId: 'id' }),

  serve(commandCalls.detail, async ({ db, scope, session, input, now }) => {
    const target = await findTarget(db, scope, input.terminalID, now)
    const { protocol, profile, isOnline, isOfflineCapable, deviceId } = target
    const last = await findLastParameters(db, scope, deviceId)
    const unlock = await findOpenUnlock(db, deviceId)
    const codes = commandCodes.filter(
      (code) => isOffered(code, target) && maySend(code, session.account.role),
    )
    return {
      displayName: target.displayName,
      isOnline,
      isOfflineCapable,
      unlock,
      commands: codes.flatMap((code) => {
        const room = roomFor(protocol, code, profile)
        if (room === null) return []
        const { group, risk = null, parameters } = commandRow(code)
        const { last: taken = null, lastTime = null } = last.get(code) ?? {}
        return [{ code, group, risk, parameters: schemaOf(parameters, room), last: taken, lastTime }]
      }),
    }
  }),

  serve(commandCalls.functions, async ({ db }) => {
    const types = await findTypesOfCommands(db)
    const offered = types.map((type) => [type.id, offeredCommands(type)])
    return {
      types: Object.fromEntries(offered),
      wires: commandsByWire(),
    }
  }),

  serveChange(commandCalls.offlineInsert, async (context) => {
    const stored = await storeCommand(context, { ...context.input, offline: true, nextConnection: true })
    return { id: stored.id, state: 'queued' as const }
  }),

  serveChange(commandCalls.findAndOffline, async (context) => {
    const { db, scope, input } = context
    const { terminalID, state } = await findCommand(db, scope, input.id)
    if (state !== 'failed' && state !== 'expired') throw new Refusal('commandOver')
    const row = await db
      .selectFrom('commands')
      .select('command')
      .where('id', '=', input.id)
      .executeTakeFirstOrThrow()
    const command = commandForm.read(row.command)
    if (command === null) throw new Refusal('notFound')
    const stored = await storeCommand(context, {
      terminalID,
      ...commandInputOf(command),
      offline: true,
      nextConnection: true,
      expireTime: input.expireTime,
    })
    return { id: stored.id, state: 'queued' as const }
  }),

  serve(commandCalls.textToHex, async ({ input }) => ({ hex: Buffer.from(input.text).toString('hex') })),
  serveChange(commandCalls.unlock, (context) => startUnlock(context, context.input)),
  serveChange(commandCalls.endUnlock, (context) => endUnlock(context, context.input.terminalID)),
  serveChange(commandCalls.add, async (context) => {
    const { id } = await storeCommand(context, context.input)
    return { id, state: 'queued' as const }
  }),
  serveChange(commandCalls.insert, async (context) => {
    const { id } = await storeCommand(context, { ...context.input, offline: true })
    return { id, state: 'queued' as const }
  }),
  serveChange(commandCalls.saveLog, (context) => saveLog(context, context.input)),
  serve(commandCalls.orders, async ({ db, scope }) => ({ list: await findOrders(db, scope) })),
  serveChange(commandCalls.saveOrder, (context) => saveOrder(context, context.input)),
  serve(commandCalls.deleteOrder, ({ db, scope, input }) => deleteOrder(db, scope, input.id)),
  serve(commandCalls.previewBatch, (context) => previewBatch(context, context.input)),
  serveChange(commandCalls.batchAdd, (context) => addBatch(context, context.input)),
  serve(commandCalls.batches, ({ db, scope, input }) => findBatches(db, scope, input)),
  serve(commandCalls.batchStates, async ({ db, scope, input }) => ({
    list: await findBatchStates(db, scope, input.jobId),
  })),
  serveChange(commandCalls.batchStop, (context) => stopBatch(context, context.input.jobId)),
  serveChange(commandCalls.batchRetry, (context) => retryBatch(context, context.input)),
]

const commandInputOf = ({ code, parameters }: Command) =>
  code === 'text' ? { content: (parameters as ParametersOf<'text'>).content } : { code, parameters }

/** Of those that the protocol has room for. */
const schemaOf = ({ shape }: z.ZodObject, room: readonly string[]): Record<string, unknown> =>
  z.toJSONSchema(z.strictObject(Object.fromEntries(room.map((name) => [name, shape[name]!]))), {
    io: 'input',
  })
