import { z } from 'zod'
import { bulkCall, bulkOutput, call, line, rowId } from '../../api/call.ts'
import { limits } from '../../codes/limits.ts'
import { deviceCalls, terminalID } from './calls.ts'
import { deviceServiceCalls, transferChoice } from './service-calls.ts'

/**
 * The stock of an account, by the names that outside tools know: devices are entered beforehand, come in to the caller's own
 * account, and go out to an account below. `docs/OUTSIDE-TOOLS.md` explains them.
 */

const of = { idsKey: 'terminalIDs' } as const
const { permission, refusals } = deviceServiceCalls.transfer

/** What the movement in the stock is recorded with. */
const paper = {
  paperNumber: line(64).nullish().describe('Number of the delivery note, order or work order.'),
  note: line(200).nullish(),
}

export const deviceStockCalls = {
  preInput: call({
    path: '/api/device/preInput',
    permission: deviceCalls.add.permission,
    help: 'Registers a list of devices of one type under an account (default: the caller) before other details are known.',
    input: z.object({
      terminalIDs: z
        .array(terminalID)
        .min(1)
        .max(limits.devicesPerOperation)
        .describe('The devices, 1,000 at most.'),
      deviceType: deviceCalls.add.input.shape.deviceType.describe('Id or name of the type.'),
      userId: rowId.optional().describe('Account they belong to.'),
    }),
    output: bulkOutput,
    refusals: deviceCalls.add.refusals,
  }),
  inputIn: bulkCall(deviceCalls.find, terminalID, {
    ...of,
    path: '/api/device/inputIn',
    permission,
    more: paper,
    help: 'Takes devices back from sub-accounts to the caller’s own account.',
    refusals,
  }),
  inputOut: bulkCall(deviceCalls.find, terminalID, {
    ...of,
    path: '/api/device/inputOut',
    permission,
    help: 'Hands out devices of the caller’s own account to a sub-account. Devices elsewhere return `notFound`.',
    more: { userId: rowId, ...transferChoice, ...paper },
    refusals,
  }),
}
