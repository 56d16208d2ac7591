import { z } from 'zod'
import { call, line, named, time } from '../../api/call.ts'
import { commandFailures, commandStates } from '../commands/command-states.ts'
import { terminalID } from '../devices/calls.ts'
import { frame } from '../frames/calls.ts'

/** The test of a GW005: all of one JT/T 808 device on one page. */

export const gw005Permission = ['test:gw005'] as const
/** Id of its device type. */
export const gw005Type = 15

export const gw005Device = named('Gw005Device', {
  terminalID: z.string(),
  displayName: z.string(),
  typeName: z.string().describe('Name of the device type.'),
  wire: z.string().describe('Wire protocol that it speaks, or that its type is expected to.'),
  isGw005: z.boolean().describe('It is of type GW005 808; other devices of JT/T 808 are tested as well.'),
})
export type Gw005Device = z.output<typeof gw005Device>

export const gw005Reading = named('Gw005Reading', {
  name: z.string().describe('Name of the reading.'),
  time: time.describe('When the device reported it last, epoch ms.'),
  values: z
    .array(z.union([z.number(), z.string(), z.boolean()]).nullable())
    .describe('In our units; of wheels, sensors and packs one each.'),
})
export type Gw005Reading = z.output<typeof gw005Reading>

export const gw005State = named('Gw005State', {
  ...gw005Device.shape,
  isConnected: z.boolean(),
  connectedSince: time
    .nullable()
    .describe('Since when its connection is open; null: there is none, epoch ms.'),
  address: z.string().nullable().describe('Network address of its last connection.'),
  process: z.string().nullable().describe('Gateway process of its last connection.'),
  endReason: z.string().nullable().describe('Why its last connection ended; null: it is open.'),
  stateTime: time.nullable().describe('When it was heard of last, epoch ms.'),
  frames: z.array(frame).describe('The newest of each message, to and from it, newest first.'),
  readings: z.array(gw005Reading).describe('Of tyres and batteries, each with when it was reported.'),
  parameters: z
    .array(z.object({ name: z.string().describe('Name of the parameter.'), value: z.string() }))
    .describe('As the device last answered; none: it was not asked.'),
  parameterTime: time.nullable().describe('When it answered; null: not known, epoch ms.'),
})
export type Gw005State = z.output<typeof gw005State>

export const gw005Calls = {
  find: call({
    path: '/api/gw005/find',
    permission: gw005Permission,
    demo: true,
    help: 'Devices with this id, IMEI or ICCID, as a label has it or as the device sends it.',
    input: z.object({ number: line(64).min(1).describe('IMEI or id, or ICCID, whole.') }),
    output: z.object({ list: z.array(gw005Device).describe('20 at most.') }),
  }),
  state: call({
    path: '/api/gw005/state',
    permission: gw005Permission,
    demo: true,
    help: 'One JT/T 808 device: its connection, the newest of each message decoded field by field, tyres, batteries and parameters. Frames as they come: `/api/live`.',
    input: z.object({ terminalID }),
    output: gw005State,
    refusals: ['notFound', 'notJt808'],
  }),
  query: call({
    path: '/api/gw005/query',
    permission: gw005Permission,
    help: 'Asks the device for its parameters (0x8104; only those of its network: 0x8106) and waits for the answer (0x0104).',
    input: z.object({
      terminalID,
      of: z.enum(['all', 'network']).default('all').describe('All parameters, or access point and server.'),
      waitSeconds: z.number().min(0).max(30).default(10).describe('How long to wait for a reply.'),
    }),
    output: z.object({
      state: z.enum(commandStates).describe('State of the command.'),
      failure: z.enum(commandFailures).nullable().describe('Why it failed.'),
    }),
    refusals: ['notFound', 'notJt808', 'commandUnsupported', 'deviceOffline', 'deviceExpired'],
  }),
}
