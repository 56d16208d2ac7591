import { z } from 'zod'
import {
  bulkCall,
  bulkOutput,
  call,
  instant,
  line,
  named,
  page,
  pageInput,
  rowId,
  searchText,
  time,
} from '../../api/call.ts'
import { limits } from '../../codes/limits.ts'
import { choice, deviceTypeFilter, given, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { terminalID } from '../devices/calls.ts'
import { firstPlaces, stockCauses, stockPlaces } from './places.ts'

/** The factory's stock: where each device is in its life, and every movement that brought it there. */

const permission = ['test:stock'] as const

const place = z.enum(stockPlaces).describe('Where the device is in its life.')
const paper = {
  paperNumber: line(64).nullish().describe('Number of the delivery note, order or work order.'),
  note: line(200).nullish(),
}

export const stockItem = named('StockItem', {
  id: rowId,
  terminalID: z.string(),
  place,
  placeTime: time.describe('Since when it is there, epoch ms.'),
  deviceTypeId: z.int().nullable().describe('Id of its type; null: not known yet.'),
  deviceTypeName: z.string().nullable(),
  batch: z.string().nullable().describe('Production batch.'),
  serialNumber: z.string().nullable().describe('Serial number of the maker.'),
  paperNumber: z.string().nullable().describe('Paper of the last movement.'),
  receiver: z.string().nullable().describe('Who got it by the last movement.'),
  username: z.string().nullable().describe('Account it is registered with; null: not registered.'),
  activateTime: time.nullable().describe('When it first reported, epoch ms; null: not yet.'),
  createTime: time.describe('When it was entered, epoch ms.'),
})
export type StockItem = z.output<typeof stockItem>

export const stockMovement = named('StockMovement', {
  id: z.int(),
  time,
  fromPlace: place.nullable().describe('Where it was; null: nowhere yet.'),
  toPlace: place,
  cause: z.enum(stockCauses).describe('What moved it.'),
  operator: z.string().nullable().describe('Who did it; null: the platform.'),
  paperNumber: z.string().nullable().describe('Number of the delivery note, order or work order.'),
  receiver: z.string().nullable().describe('Who got it.'),
  note: z.string().nullable(),
})
export type StockMovement = z.output<typeof stockMovement>

const filter = {
  search: searchText.optional().describe('Part of a terminal id, batch, serial number or paper number.'),
  deviceType: z.int32().optional().describe('Id of a type.'),
  isRegistered: z.enum(['yes', 'no']).optional().describe('Registered with an account or not.'),
  from: instant.optional().describe('There since this time or later.'),
  to: instant.optional().describe('There since before this time.'),
}

const find = call({
  path: '/api/stock/find',
  permission,
  demo: true,
  help: 'Devices and where they are in their life, last moved first.',
  input: pageInput.extend({
    ...filter,
    place: place.optional(),
    terminalIDs: z.array(z.string().max(64)).max(limits.devicesPerOperation).optional(),
    sort: z.enum(['terminalID', 'placeTime']).default('placeTime'),
    isDescending: z.boolean().default(true),
  }),
  output: page(stockItem),
})

export const stockCalls = {
  find,
  counts: call({
    path: '/api/stock/counts',
    permission,
    demo: true,
    help: 'How many devices are at each place.',
    input: z.object(filter),
    output: z.object({ counts: z.record(z.enum(stockPlaces), z.int()).describe('By place.') }),
  }),
  movements: call({
    path: '/api/stock/movements',
    permission,
    demo: true,
    help: 'The movements of one device, newest first.',
    input: pageInput.extend({ terminalID }),
    output: page(stockMovement),
    refusals: ['notFound'],
  }),
  enter: call({
    path: '/api/stock/enter',
    permission,
    help: 'Enters a list of devices that are not in the stock yet, registered or not.',
    input: z.object({
      terminalIDs: z.array(terminalID).min(1).max(limits.devicesPerOperation),
      deviceType: z.int32().nullish().describe('Id of their type.'),
      place: z.enum(firstPlaces).default('produced').describe('Where they begin.'),
      batch: line(64).nullish().describe('Production batch.'),
      ...paper,
    }),
    output: bulkOutput,
    refusals: ['unknownDeviceType'],
  }),
  move: bulkCall(find, terminalID, {
    idsKey: 'terminalIDs',
    path: '/api/stock/move',
    permission,
    help: 'Moves devices to another place, in or out. Each place allows certain next ones only.',
    more: { stockPlace: place, receiver: line(64).nullish().describe('Who gets them.'), ...paper },
    refusals: ['notFound', 'placeNotAllowed'],
  }),
  remove: bulkCall(find, terminalID, {
    idsKey: 'terminalIDs',
    path: '/api/stock/remove',
    permission,
    help: 'Deletes entries that were made by mistake, with their movements. Registered devices stay.',
    more: {
      confirm: z.union([z.int(), z.string().max(10)]).describe('The number of devices, typed to confirm.'),
    },
    refusals: ['notFound', 'confirmationWrong', 'stillRegistered'],
  }),
}

export const stockList = list(stockCalls.find, {
  name: 'stock',
  rowId: 'terminalID',
  columns: [
    { key: 'terminalID', form: 'identifier', sort: true, isFixed: true, card: 'title' },
    { key: 'place', name: 'stockPlace', form: 'stockPlace', isFixed: true, card: 'sign' },
    { key: 'placeTime', form: 'instant', sort: true },
    { key: 'deviceTypeName', form: 'text' },
    { key: 'batch', form: 'text' },
    { key: 'serialNumber', form: 'text', isOptional: true },
    { key: 'paperNumber', form: 'text' },
    { key: 'receiver', form: 'text', isOptional: true },
    { key: 'username', form: 'text' },
    { key: 'activateTime', form: 'instant', isOptional: true },
    { key: 'createTime', name: 'enteredTime', form: 'instant', isOptional: true },
  ],
  filters: [
    search(),
    deviceTypeFilter(),
    choice('isRegistered', ['yes', 'no'], 'stockLists.registered'),
    given('place'),
    given('from'),
    given('to'),
  ],
  bulk: [
    { name: 'stockMove', call: stockCalls.move, idsKey: 'terminalIDs', fieldKeys: ['stockPlace'] },
    {
      name: 'stockRemove',
      call: stockCalls.remove,
      idsKey: 'terminalIDs',
      confirms: 'confirm',
      isDangerous: true,
    },
  ],
})

export const stockMovementList = list(stockCalls.movements, {
  name: 'stockMovements',
  rowId: 'id',
  columns: [
    { key: 'time', form: 'instant', isFixed: true, card: 'title' },
    { key: 'toPlace', name: 'stockTo', form: 'stockPlace', isFixed: true, card: 'sign' },
    { key: 'fromPlace', name: 'stockFrom', form: 'stockPlace' },
    { key: 'cause', name: 'stockCause', form: 'stockCause' },
    { key: 'operator', form: 'text' },
    { key: 'paperNumber', form: 'text' },
    { key: 'receiver', form: 'text' },
    { key: 'note', form: 'text' },
  ],
  filters: [given('terminalID')],
})
