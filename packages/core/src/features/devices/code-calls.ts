import { z } from 'zod'
import { call } from '../../api/call.ts'
import { terminalID } from './calls.ts'

/** By what JT/T 808 devices prove who they are. Which code counts is set for their type. */

export const deviceCodeCalls = {
  forget: call({
    path: '/api/device/forgetCode',
    permission: ['main:device_init'],
    help: 'Clears the authentication code of a device and the numbers learnt from its headers, for example after a repair; both are learnt again.',
    input: z.object({ terminalID }),
    refusals: ['notFound'],
  }),
}
