import { z } from 'zod'
import { rowId } from './call.ts'

/**
 * The live connection, `GET /api/live` as WebSocket. Texts are JSON. The client says `watch` with its token
 * within 10 seconds (again to watch another account); the server answers `watching`, then sends the states of
 * devices as binary messages (`live-updates.ts`): every device that changed, soon after it did and each at
 * most once a second. After a lost connection the client says `watch` with `since`, the `time` of the last
 * message it had, or of the list it read: the server first sends all that changed from then on, so no state is
 * missed. A client that reads too slowly is not sent every change, but always, in the end, the latest state of
 * every device.
 *
 * A state that leaves out what rarely changes goes together with what the client knows: from the list, or from
 * the messages before. One that has read no list says `since: 0` to be told of all devices in full.
 *
 * States are binary because that is what most of the traffic and of its cost is (`bench/fan-out.ts`, 1,000
 * viewers of 400 devices): a record is written once for all who watch its owner.
 */
export const livePath = '/api/live'

export const liveClientMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('watch'),
    token: z.string().max(200),
    /** The account whose subtree is watched; without it the caller's own. */
    userId: rowId.optional(),
    since: z.int().optional(),
  }),
  z.object({ type: z.literal('ping') }),
])
export type LiveClientMessage = z.input<typeof liveClientMessage>

/** The texts of the server. */
export const liveServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('watching'), time: z.int() }),
  /** Devices came, went or were renamed: read the list again. */
  z.object({ type: z.literal('devicesChanged'), time: z.int() }),
  /** Nothing to say, the connection is alive. */
  z.object({ type: z.literal('pong'), time: z.int() }),
  /** One of `resultCodes`; the server closes the connection after it. */
  z.object({ type: z.literal('refused'), code: z.int() }),
])
export type LiveServerMessage = z.output<typeof liveServerMessage>
