import { z } from 'zod'
import { call, instant, line, named, time } from '../../api/call.ts'

/** The life of one device, from the jig to the customer, as one dated line. */

/** Those who handle devices themselves. */
export const lifePermission = [
  'test:qc',
  'test:stock',
  'test:iccid',
  'test:card',
  'test:id',
  'test:gw005',
] as const

/** What happens to a device; each has its words. A feature that adds events adds its kinds. */
export const lifeKinds = [
  'jigSerial',
  'jigGps',
  'stockMoved',
  'qualityCheck',
  'simMatched',
  'simCleared',
  'simState',
  'simOrdered',
  'registered',
  'firstContact',
  'ownerChanged',
  'reset',
  'command',
  'firmware',
  'firmwareFetched',
  'task',
] as const
export type LifeKind = (typeof lifeKinds)[number]

export const lifeEventsAtOnce = 100

const number = line(64).min(1).describe('IMEI or id, ICCID, or serial number, whole.')

export const lifeDevice = named('LifeDevice', {
  number: z.string().describe('What its life is asked for by: its id, else what jigs know it by.'),
  isRegistered: z.boolean().describe('It is registered with an account that the caller sees.'),
  displayName: z.string().nullable(),
  typeName: z.string().nullable().describe('Name of the device type.'),
  iccid: z.string().nullable(),
  serialNumber: z.string().nullable().describe('Serial number of the maker.'),
  username: z.string().nullable().describe('Account it is registered with; null: none that the caller sees.'),
})
export type LifeDevice = z.output<typeof lifeDevice>

export const lifeFact = named('LifeFact', {
  name: z.string().describe('Key of its name.'),
  value: z.string().describe('As it is, or a key of its words.'),
  texts: z.string().optional().describe('Where the words of the value are; left out: it is a text.'),
})
export type LifeFact = z.output<typeof lifeFact>

export const lifeEvent = named('LifeEvent', {
  id: z.string().describe('Tells it from all other events of the device.'),
  time,
  kind: z.enum(lifeKinds).describe('What happened.'),
  isGood: z.boolean().nullable().describe('Whether it passed or succeeded; null: neither.'),
  by: z.string().nullable().describe('User name or station of who did it; null: nobody is known.'),
  facts: z.array(lifeFact).describe('What else is known of it.'),
})
export type LifeEvent = z.output<typeof lifeEvent>

export const deviceLifeCalls = {
  find: call({
    path: '/api/deviceLife/find',
    permission: lifePermission,
    demo: true,
    help: 'Devices with this number, registered or not: those that a label may mean.',
    input: z.object({ number }),
    output: z.object({ list: z.array(lifeDevice).describe('20 at most.') }),
  }),
  events: call({
    path: '/api/deviceLife/events',
    permission: lifePermission,
    demo: true,
    help: `What happened to a device, newest first, up to ${lifeEventsAtOnce} events: tests, movements, registration, owners, commands, firmware and tasks, as far as the caller may see them.`,
    input: z.object({
      number: number.describe('Of `find`.'),
      before: instant.optional().describe('Only what happened before.'),
    }),
    output: z.object({
      device: lifeDevice.describe('Whose life it is.'),
      list: z.array(lifeEvent).describe('Newest first.'),
      before: time.nullable().describe('Older events follow, before this time; null: there are none.'),
    }),
    refusals: ['notFound'],
  }),
}
