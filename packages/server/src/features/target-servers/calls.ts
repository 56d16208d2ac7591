import { targetServerCalls, targetSettingKind } from '@trackway/core/features/target-servers/calls.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, serve, serveChange } from '../../platform/http/serve.ts'
import type { Scope } from '../../platform/http/session.ts'
import { findLevel, lockOwn, setOwn } from '../level-settings/queries.ts'
import { serverMoveKind } from '../server-moves/move-kind.ts'
import { createTask } from '../tasks/create-task.ts'
import { findRollouts, findTargetServers } from './queries.ts'

interface Place {
  userId: number
  deviceType?: number | undefined
}

export const targetServerHandlers: readonly Handler[] = [
  serve(targetServerCalls.find, ({ db, scope, input }) => findTargetServers(db, scope, input)),

  serveChange(targetServerCalls.set, async (context) => {
    const { db, scope, input, now } = context
    const { host, port, transport } = input
    if ((host === null) !== (port === null)) {
      const path = host === null ? 'host' : 'port'
      throw new Refusal('invalidInput', { issues: [{ path, reason: 'required' }] })
    }
    const level = await accountLevel(db, scope, input)
    const before = (await lockOwn(db, targetSettingKind, level)).target ?? null
    const isSame = before !== null && textOf(before) === textOf({ host, port })
    const target =
      host === null || port === null
        ? null
        : { host, port, transport, setTime: isSame ? before.setTime : now }
    await setOwn(db, targetSettingKind, level, { target })
    await recordChange(context, 'targetServerSet', level.accountId, {
      before: { target: textOf(before) },
      after: { target: textOf(target), ...ofType(input) },
    })
  }),

  serveChange(targetServerCalls.clear, async (context) => {
    const { db, scope, input } = context
    const level = await accountLevel(db, scope, input)
    const before = await lockOwn(db, targetSettingKind, level)
    if (before.target === undefined) return
    await setOwn(db, targetSettingKind, level, {})
    await recordChange(context, 'targetServerCleared', level.accountId, {
      before: { target: textOf(before.target), ...ofType(input) },
    })
  }),

  serve(targetServerCalls.preview, async ({ db, scope, input, now }) => {
    const { withFailed } = input
    const level = await accountLevel(db, scope, input)
    const { counts, unsupported, left, rollouts } = await findRollouts(db, scope, level, { withFailed, now })
    const targets = rollouts.map(({ terminalIDs, ...address }) => ({
      target: textOf(address)!,
      devices: terminalIDs.filter((id) => !unsupported.has(id)).length,
    }))
    const { underWay, there, failed, elsewhere } = counts
    const toMove = targets.reduce((sum, { devices }) => sum + devices, 0)
    return { targets, toMove, unsupported: unsupported.size, left, underWay, there, failed, elsewhere }
  }),

  serveChange(targetServerCalls.start, async (context) => {
    const { db, scope, now } = context
    const { userId, deviceType, withFailed, ...rules } = context.input
    const level = await accountLevel(db, scope, { userId, deviceType })
    const { rollouts, unsupported } = await findRollouts(db, scope, level, { withFailed, now })
    // What cannot be told is listed with the others, as skipped.
    const skipped = new Map([...unsupported].map((id) => [id, 'commandUnsupported']))
    const movable = rollouts.filter(({ terminalIDs }) => terminalIDs.some((id) => !skipped.has(id)))
    if (movable.length === 0) throw new Refusal('nothingToMove')
    const tasks = []
    for (const { terminalIDs, ...params } of movable) {
      const target = textOf(params)!
      const { taskId, devices } = await createTask(context, serverMoveKind, {
        rules: { ...rules, name: rules.name ?? target },
        params,
        terminalIDs,
        skipped,
      })
      tasks.push({ taskId, target, devices })
    }
    return { tasks }
  }),
]

/** @throws {Refusal} `notFound` */
async function accountLevel(db: Db, scope: Scope, { userId, deviceType }: Place) {
  const level = await findLevel(db, scope, { userId, deviceType })
  if (!('deviceTypeId' in level)) throw new Error('not a level of an account')
  return level
}

const textOf = (address: { host: string | null; port: number | null } | null): string | null =>
  address === null || address.host === null ? null : `${address.host.toLowerCase()}:${address.port}`
const ofType = ({ deviceType }: Place) => (deviceType === undefined ? {} : { deviceType })
