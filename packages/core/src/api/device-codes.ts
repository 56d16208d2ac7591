import { z } from 'zod'
import { codeRules } from '../codes/code-rules.ts'
import { call, nothing } from './call.ts'
import { terminalID } from './devices.ts'

/** By what JT/T 808 devices prove who they are: the rule of their type, and the code of each. */

const codeRule = z
  .enum(codeRules)
  .describe(
    'Which authentication code counts: `any` is taken; the first is learnt, and others are told of (`learn`); only the right one opens (`demand`).',
  )

export const deviceCodeCalls = {
  rules: call({
    method: 'GET',
    path: '/api/deviceType/codeRules',
    permission: ['main:devices_device_type_config'],
    demo: true,
    help: 'The device types that speak JT/T 808, and which authentication code counts for their devices.',
    input: nothing,
    output: z.object({ list: z.array(z.object({ deviceType: z.int(), name: z.string(), codeRule })) }),
  }),
  setRule: call({
    path: '/api/deviceType/setCodeRule',
    permission: ['main:devices_device_type_config'],
    help: 'Sets which authentication code counts for the devices of a type that speaks JT/T 808.',
    input: z.object({ deviceType: z.int32(), codeRule }),
    output: nothing,
    refusals: ['unknownDeviceType'],
  }),
  forget: call({
    path: '/api/device/forgetCode',
    permission: ['main:device_init'],
    help: 'Forgets the authentication code of a device and the numbers learnt from its headers, as after its repair: both are learnt anew.',
    input: z.object({ terminalID }),
    output: nothing,
    refusals: ['notFound'],
  }),
}
