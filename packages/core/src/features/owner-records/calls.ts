import { z } from 'zod'
import { call, line, named, page, pageInput, prose, rowId, time } from '../../api/call.ts'
import { ofGroups } from '../../api/group-filter.ts'
import { telephone } from '../../api/ruled.ts'
import { account, chosen, groups, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { displayName } from '../../rules/device-order.ts'
import { terminalID } from '../devices/calls.ts'

/** Whose vehicle it is (`userInfo` of the specification): masked in lists, each full view recorded. */

const owner = {
  realName: line(64).nullable().describe('Name of the owner.'),
  idCard: line(32).nullable().describe('Number of the identity card.'),
  telephone: telephone.nullable().describe('Telephone of the owner.'),
  address: prose(200).nullable().describe('Postal address of the owner.'),
  contract: line(64).nullable().describe('Number of the contract.'),
}

/** Lengths as they are stored; masked in lists. */
export const ownerRecord = named('OwnerRecord', {
  terminalID: z.string(),
  carNumber: z.string().nullable(),
  nickname: z.string().nullable(),
  userId: rowId,
  username: z.string(),
  ...owner,
  telephone: z.string().nullable().describe('Telephone of the owner.'),
  isFormer: z.boolean().describe('True: the device is another account’s now; the record stayed behind.'),
  isReadable: z.boolean().describe('False: encrypted with a key this server does not have.'),
  changeTime: time.describe('Last change, epoch ms.'),
})
export type OwnerRecord = z.output<typeof ownerRecord>

const find = call({
  path: '/api/ownerRecord/find',
  permission: ['main:devices_user_info'],
  demo: true,
  help: 'A page of the owner records of an account’s devices, with those of its sub-accounts by default; masked. Search by device, or by a complete ID card, phone or contract number.',
  input: pageInput.extend({
    userId: rowId.optional(),
    withSubAccounts: z.boolean().default(true),
    search: line(64).optional().describe('Part of the device’s name, or a complete number of the record.'),
    ...ofGroups,
    terminalIDs: z.array(terminalID).max(1_000).optional().describe('Of these devices.'),
  }),
  output: page(ownerRecord),
  refusals: ['notFound'],
})

export const ownerRecordCalls = {
  find,
  view: call({
    path: '/api/ownerRecord/view',
    permission: ['main:devices_user_info'],
    help: 'The complete owner record of one device. Each view is recorded.',
    input: z.object({ terminalID }),
    output: ownerRecord,
    refusals: ['notFound', 'unavailable'],
  }),
  save: call({
    path: '/api/ownerRecord/save',
    permission: ['main:devices_user_info'],
    help: 'Saves the owner record of one device. Values left out stay as they are.',
    input: z.object({ terminalID, ...z.object(owner).partial().shape }),
    refusals: ['notFound'],
  }),
  delete: call({
    path: '/api/ownerRecord/delete',
    permission: ['main:devices_user_info'],
    help: 'Deletes the owner record of one device.',
    input: z.object({ terminalID }),
    refusals: ['notFound'],
  }),
}

export const ownerRecordList = list(ownerRecordCalls.find, {
  name: 'ownerRecords',
  rowId: 'terminalID',
  columns: [
    { key: 'displayName', form: 'text', of: displayName, isFixed: true, card: 'title' },
    { key: 'terminalID', form: 'identifier', isFixed: true },
    { key: 'realName', form: 'text' },
    { key: 'idCard', form: 'text' },
    { key: 'telephone', form: 'text' },
    { key: 'address', form: 'text' },
    { key: 'contract', form: 'text' },
    { key: 'username', form: 'text' },
    { key: 'changeTime', form: 'instant' },
  ],
  filters: [search(), account(), groups(), chosen('terminalIDs')],
})
