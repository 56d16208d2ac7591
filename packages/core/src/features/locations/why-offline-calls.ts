import { z } from 'zod'
import { call, named, time } from '../../api/call.ts'
import { closeReasons, messageKinds } from '../../codes/frames.ts'
import { terminalID } from '../devices/calls.ts'
import { offlineCauses } from './offline-causes.ts'

/** Why a device is offline: its last reports, and what they point to. */

export const offlineFacts = named('OfflineFacts', {
  lastContactTime: time.nullable().describe('Last frame, epoch ms; null: never.'),
  lastKind: z
    .enum(messageKinds)
    .nullable()
    .describe('Kind of its last frame; null: no longer kept, or none.'),
  intervalMs: z
    .number()
    .nullable()
    .describe('How often it reported before, the median in ms; null: too few reports are at hand.'),
  timeoutMs: z.number().describe('After so long without a frame its type counts as offline, ms.'),
  connection: z
    .object({
      fromTime: time.describe('When it was opened, epoch ms.'),
      untilTime: time.nullable().describe('When it ended, epoch ms; null: it is open.'),
      endReason: z.enum(closeReasons).nullable().describe('Why it ended; null: it is open.'),
    })
    .nullable()
    .describe('Its last connection; null: none of the last 30 days.'),
  before: z
    .object({
      externalVoltageV: z.number().nullable(),
      batteryPercent: z.number().nullable(),
      batteryVoltageV: z.number().nullable(),
      gsmLevel: z.int().nullable(),
      satellites: z.int().nullable(),
      accOn: z.boolean().nullable(),
    })
    .nullable()
    .describe('Its last reported state; null: none.'),
  serviceEndTime: time.nullable().describe('Service expiry, epoch ms; null: never.'),
  neighbours: z
    .object({
      operator: z.string().describe('The first six digits of the ICCID.'),
      total: z
        .int()
        .describe('How many others of the same operator the caller has that were heard that day.'),
      gone: z.int().describe('How many of them went offline within ten minutes of it.'),
    })
    .nullable()
    .describe('Other devices of its network operator; null: its ICCID is not known.'),
  clock: z
    .object({
      aheadMinutes: z.int().describe('What its dates are ahead of when they come; negative: behind.'),
      utcOffsetMinutes: z.int().describe('The offset from UTC to set for it, minutes.'),
    })
    .nullable()
    .describe('Its clock, where it is steadily in another time zone than it is set to; null: it is not.'),
  causes: z.array(z.enum(offlineCauses)).describe('Likely causes, the most certain first.'),
})
export type OfflineFacts = z.output<typeof offlineFacts>

export const whyOfflineCalls = {
  find: call({
    method: 'GET',
    path: '/api/location/whyOffline',
    permission: ['main:monitor'],
    demo: true,
    deviceSession: true,
    help: 'Why a device sends nothing: what it last sent and when, how its connection ended, power and signal before, its service, whether other devices of its operator went offline too, and the likely cause. For a device whose service has ended for the caller, only that.',
    input: z.object({ terminalID }),
    output: offlineFacts,
    refusals: ['notFound'],
  }),
}
