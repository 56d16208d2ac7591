import { z } from 'zod'
import { rowId } from '../api/call.ts'
import { limits } from '../codes/limits.ts'
import { alarmEpisode } from '../features/alarms/calls.ts'
import { command } from '../features/commands/calls.ts'
import { terminalID } from '../features/devices/calls.ts'
import { frame } from '../features/frames/calls.ts'
import { location } from '../features/locations/calls.ts'

const vehicleState = location.pick({ state: true, runState: true, carIconState: true })

/**
 * The live connection, `GET /api/live` as WebSocket. Texts are JSON. The client sends `watch` with its token
 * within 10 seconds (again to watch another account, or to have the snapshot anew); the server answers `watching`,
 * then sends the states of devices as binary messages (`live-updates.ts`): every device that changed, soon after it
 * did and each at most once a second.
 *
 * With `snapshot` the server first sends an overview of the fleet, then all its devices in binary
 * messages of their own kind, then `complete`. Changes come in between from the first moment on, also of devices
 * whose record is still to come. Names and other texts are not in it: `location/find` has them by id.
 *
 * After a lost connection the client sends `watch` with `since`, the `time` of the last message it had: the server
 * first sends all that changed from then on, so no state is missed. A client that reads too slowly is not sent
 * every change, but always, in the end, the latest state of every device.
 *
 * A state that leaves out what rarely changes goes together with what the client knows: from the snapshot, or from
 * the messages before. One that requested none sends `since: 0` to receive all devices in full.
 *
 * A connection with `only: 'commands'` is sent the commands that `command/find` lists to it, as their states change:
 * for those, too, who may call that and watch no devices.
 *
 * A connection with `only: 'frames'` is sent the frames of some devices as they come and go, until its session ends
 * or no longer covers them; it sends `watch` again for other devices.
 *
 * States are binary because that is what most of the traffic and of its cost is (`bench/fan-out.ts`, 1,000
 * viewers of 400 devices): a record is written once for all who watch its owner.
 */
export const livePath = '/api/live'

export const liveClientMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('watch'),
    token: z.string().max(200).describe('Of the session, or the name of the cookie that holds it.'),
    userId: rowId.optional().describe('The account whose subtree is watched; without it the caller’s own.'),
    since: z.int().optional(),
    snapshot: z.boolean().optional(),
    only: z
      .enum(['alarms', 'commands', 'frames'])
      .optional()
      .describe(
        '`alarms`: alarms and commands are told, and no states of devices. `commands`: nothing but commands. `frames`: nothing but the frames of `terminalIDs`.',
      ),
    terminalIDs: z
      .array(terminalID)
      .min(1)
      .max(limits.watchedDevices)
      .optional()
      .describe('With `only: frames`: the devices. One that is not in sight refuses all.'),
  }),
  z.object({ type: z.literal('ping') }),
])
export type LiveClientMessage = z.input<typeof liveClientMessage>

/** The texts of the server. */
export const liveServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('watching'), time: z.int() }),
  /** What follows is the whole fleet. */
  z.object({
    type: z.literal('snapshot'),
    /** How many devices are in which state. */
    counts: z.array(z.object({ ...vehicleState.shape, count: z.int() })),
    /** Around all of them that have a position; null: none has. WGS-84 degrees. */
    box: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }).nullable(),
  }),
  z.object({ type: z.literal('complete'), time: z.int() }),
  /** These devices came, went or were renamed. Without ids there are many: request the snapshot again. */
  z.object({ type: z.literal('devicesChanged'), time: z.int(), ids: z.array(rowId).optional() }),
  /**
   * Alarms that occurred, ended or were handled, as they are now, within a second; to those who may see alarms. Of two
   * about one episode the greater `sequence` counts. `isMore`: too many to say, or some may have been missed; ask
   * `alarm/find` again. Either way `alarm/count` has the number of unread ones.
   */
  z.object({ type: z.literal('alarms'), alarms: z.array(alarmEpisode), isMore: z.boolean() }),
  /**
   * Commands that were stored or came further, as they are now; to those who may call `command/find`. `isMore`: too many to
   * say, or some may have been missed; ask `command/find` again.
   */
  z.object({ type: z.literal('commands'), commands: z.array(command), isMore: z.boolean() }),
  /**
   * Frames of the devices that are watched, oldest first, within a second of their arrival: as `/api/frame/find` answers
   * them, to those who may call it. `missed`: the number of frames that could not be sent.
   */
  z.object({ type: z.literal('frames'), frames: z.array(frame), missed: z.int() }),
  /**
   * What is shown may be old since this time: the server cannot hear of changes, or reports are not stored. Null: it is
   * as it should be again, and what changed meanwhile is sent.
   */
  z.object({ type: z.literal('stale'), since: z.int().nullable() }),
  /** Nothing to say, the connection is alive. */
  z.object({ type: z.literal('pong'), time: z.int() }),
  /** One of `resultCodes`; the server closes the connection after it. */
  z.object({ type: z.literal('refused'), code: z.int() }),
])
export type LiveServerMessage = z.output<typeof liveServerMessage>
/** What a fleet is like as a whole. */
export type FleetOverview = Pick<Extract<LiveServerMessage, { type: 'snapshot' }>, 'counts' | 'box'>
