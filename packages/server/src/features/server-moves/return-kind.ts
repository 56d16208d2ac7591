import { z } from 'zod'
import { storedForm } from '../../platform/database/stored-json.ts'
import { defineTaskKind, type StepContext, type StepOutcome, type TaskItem } from '../tasks/task-kind.ts'
import { ownHost, ownPort } from './own-address.ts'
import { findPresences } from './presences.ts'
import { callFrom, readServer } from './servers.ts'

/** A device that is called back from another server of ours: sent there, arrived here. */

/** The other server moves it by a task of its own, which takes its time. */
const arriveMs = 60 * 60_000
const lookEveryMs = 60_000

const params = z.object({ serverId: z.number(), host: z.string(), port: z.number() })
export type ReturnParams = z.output<typeof params>
const data = z.object({ calledTime: z.number() })
type ReturnData = z.output<typeof data>

type Context = StepContext<ReturnParams>
type Items = readonly TaskItem<ReturnData>[]
type Outcomes = Map<number, StepOutcome<ReturnData>>

export const serverReturnKind = defineTaskKind<ReturnParams, ReturnData>({
  name: 'serverReturn',
  params: storedForm('serverReturn', params),
  data: storedForm('serverReturnItem', data),
  retryAfterMs: { serverAway: [60_000, 10 * 60_000] },
  wakesOn: ['device.claimed'],
  steps: [
    { name: 'call', isApart: true, begin: call },
    { name: 'arrive', begin: checkArrival, check: checkArrival },
  ],
})

/** May happen again after a crash: the device is sent the same address twice. */
async function call({ db, log, now, task }: Context, items: Items): Promise<Outcomes> {
  const all = (outcome: StepOutcome<ReturnData>): Outcomes => new Map(items.map(({ id }) => [id, outcome]))
  const [server, host, port] = [await readServer(db, task.params.serverId), ownHost(), ownPort()]
  if (server === null || server.url === null || host === null || port === null)
    return all({ state: 'failed', failure: 'serverUnknown' })
  try {
    const terminalIds = items.map(({ terminalId }) => terminalId)
    const missing = await callFrom(server, terminalIds, { host, port, name: items[0]!.key })
    return new Map(
      items.map(({ id, terminalId }): [number, StepOutcome<ReturnData>] => [
        id,
        missing.has(terminalId)
          ? { state: 'failed', failure: 'notThere' }
          : { state: 'next', data: { calledTime: now } },
      ]),
    )
  } catch (error) {
    log.warn(
      { err: error, taskId: task.id },
      'the other server did not take the request to send devices back',
    )
    return all({ state: 'failed', failure: 'serverAway' })
  }
}

async function checkArrival({ db, now }: Context, items: Items): Promise<Outcomes> {
  const presences = await findPresences(
    db,
    items.map(({ deviceId }) => deviceId),
  )
  return new Map(
    items.map(({ id, deviceId, data }): [number, StepOutcome<ReturnData>] => {
      const called = data?.calledTime ?? now
      if ((presences.get(deviceId)?.connectedTime ?? 0) > called)
        return [id, { state: 'done', result: 'arrived' }]
      if (now - called > arriveMs) return [id, { state: 'failed', failure: 'notArrived' }]
      return [id, { state: 'running', waitsFor: 'notSeen', dueTime: now + lookEveryMs }]
    }),
  )
}
