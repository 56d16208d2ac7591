import { z } from 'zod'
import { byRowId, call, line, named, page, pageInput, rowId } from '../../api/call.ts'
import { groupsNamed, groupsPerAccount } from '../../api/group-filter.ts'
import { imei } from '../../api/ruled.ts'
import { account, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'

/**
 * Groups of vehicles, which people make: a vehicle may be in several. A group belongs to an account, and holds vehicles
 * of that account and those below it.
 */

const readers = ['main:monitor', 'main:devices_management', 'main:alarms'] as const
const editors = ['main:device_edit'] as const

export const groupName = line(64).min(1)
/** What groups are given in turn until somebody chooses another colour. */
export const groupColours = [
  '#1677ff',
  '#389e0d',
  '#d46b08',
  '#cf1322',
  '#722ed1',
  '#08979c',
  '#c41d7f',
  '#595959',
] as const
const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i)
  .describe('`#rrggbb`.')

export const vehicleGroup = named('VehicleGroup', {
  id: rowId,
  name: groupName.describe('Unique within its account, whatever the case.'),
  colour,
  place: z
    .int()
    .describe(
      'Its order in its account, from 1. Where several groups of a device set the same, the first counts.',
    ),
  userId: rowId.describe('The account that owns it; it holds devices of that account and its sub-accounts.'),
  username: z.string(),
  devices: z.int().describe('Devices in it.'),
})
export type VehicleGroup = z.output<typeof vehicleGroup>

const findGroups = call({
  path: '/api/vehicleGroup/find',
  permission: readers,
  demo: true,
  help: 'A page of the groups of an account, with those of its sub-accounts by default, in their order.',
  input: pageInput.extend({
    userId: rowId.optional(),
    withSubAccounts: z.boolean().default(true),
    ids: z
      .array(rowId)
      .max(groupsNamed)
      .optional()
      .describe('These groups; those that are not there are left out.'),
    terminalID: imei.optional().describe('Those that hold this device.'),
    search: line(64).optional().describe('Part of the name.'),
  }),
  output: page(vehicleGroup),
  refusals: ['notFound'],
})

/** How many of each kind name a group. */
export const groupUses = z.object({
  fences: z.int().describe('Geofences assigned to it.'),
  rules: z.int().describe('Notification rules for it.'),
  schedules: z.int().describe('Scheduled reports about it.'),
  shares: z.int().describe('Live links to its vehicles.'),
  settings: z.int().describe('Kinds of settings made for it.'),
})
export type GroupUses = z.output<typeof groupUses>

export const vehicleGroupCalls = {
  find: findGroups,
  add: call({
    path: '/api/vehicleGroup/add',
    permission: editors,
    help: 'Adds an empty group to an account (default: the caller), behind its others.',
    input: z.object({ name: groupName, colour: colour.optional(), userId: rowId.optional() }),
    output: vehicleGroup,
    refusals: ['notFound', 'groupNameTaken', 'tooManyEntries'],
  }),
  update: call({
    path: '/api/vehicleGroup/update',
    permission: editors,
    help: 'Changes the name, colour or place of a group; the others of its account make room.',
    input: z.object({
      id: rowId,
      name: groupName.optional(),
      colour: colour.optional(),
      place: z.int().min(1).max(groupsPerAccount).optional(),
    }),
    output: vehicleGroup,
    refusals: ['notFound', 'groupNameTaken'],
  }),
  uses: call({
    method: 'GET',
    path: '/api/vehicleGroup/uses',
    permission: editors,
    demo: true,
    help: 'What uses a group, and ends or changes with it.',
    input: z.object({ id: rowId }),
    output: groupUses,
    refusals: ['notFound'],
  }),
  delete: call({
    path: '/api/vehicleGroup/delete',
    permission: editors,
    help: 'Deletes a group; its devices stay. Its settings, fence assignments and live links end. Rules and scheduled reports for this group alone are switched off.',
    ...byRowId,
  }),
}

export const vehicleGroupList = list(vehicleGroupCalls.find, {
  name: 'vehicleGroups',
  rowId: 'id',
  columns: [
    { key: 'name', name: 'groupName', form: 'text', isFixed: true, card: 'title' },
    { key: 'devices', form: 'count' },
    { key: 'username', form: 'text' },
    { key: 'place', name: 'groupPlace', form: 'count' },
  ],
  filters: [search(), account()],
})
