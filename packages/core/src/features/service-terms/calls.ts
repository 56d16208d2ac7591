import { z } from 'zod'
import { call } from '../../api/call.ts'

/** What service time costs those who may not set it freely (`main:device_terms`). */

export const serviceTimeSettings = z.object({
  monthsPerCredit: z
    .int()
    .min(1)
    .max(120)
    .describe('Months of platform service, from activation, that a device added for an import credit gets.'),
})

export const serviceTermCalls = {
  get: call({
    method: 'GET',
    path: '/api/serviceTerm/get',
    permission: ['main:system_config', 'main:agent'],
    demo: true,
    help: 'How much service time comes with an import credit.',
    output: serviceTimeSettings,
  }),
  save: call({
    path: '/api/serviceTerm/save',
    permission: ['main:system_config'],
    help: 'Sets how much service time comes with an import credit. Devices that were added keep theirs.',
    input: serviceTimeSettings,
  }),
}
