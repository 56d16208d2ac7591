import { z } from 'zod'
import {
  byRowId,
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
import { chosen, deviceTypeFilter, given, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { terminalID } from '../devices/calls.ts'
import { taskDevices, taskRules } from '../tasks/calls.ts'
import { misfits } from './firmware-fit.ts'
import { type FirmwareWay, firmwareWays, isLinkTemplate } from './firmware-ways.ts'

/** Firmware: files for device types, upgrades of devices, links at which devices fetch a file, offers to customers. */

/** Whoever may upgrade devices may look at it, too. */
const readers = ['test:ota', 'test:ota_view'] as const
const permission = ['test:ota'] as const

export const maxFirmwareBytes = 32 * 1024 * 1024
/** Parts of an upload are so long at most, bytes. */
export const firmwarePartBytes = 2 * 1024 * 1024

const version = line(64).min(1).describe('As devices report it that have it.')
const deviceType = z.int32().nonnegative().describe('Id of the device type.')
const fileId = rowId.describe('Of the firmware file.')
const taskId = rowId.describe('Of the task.')
const creator = z.string().describe('User name of who made it.')
const sha256 = z.string().describe('Checksum of its bytes, hex.')
const hardware = line(64).min(1).nullable().describe('As devices report it; null: any.')
const fromVersions = z
  .array(line(64).min(1))
  .max(50)
  .describe('Only devices that report one of these versions get it; empty: all.')
const note = line(200)

export const firmwareFile = named('FirmwareFile', {
  id: rowId,
  deviceType,
  deviceTypeName: z.string(),
  version,
  hardware,
  fromVersions,
  fileName: z.string().describe('Name of the uploaded file.'),
  bytes: z.int().describe('Size, bytes.'),
  sha256,
  note: z.string(),
  uploader: z.string().describe('User name of who uploaded it.'),
  createTime: time,
  way: z
    .enum(firmwareWays)
    .nullable()
    .describe('How devices of the type take it; null: not set, so they can’t be upgraded.'),
})
export type FirmwareFile = z.output<typeof firmwareFile>

const fileFields = {
  version,
  hardware: hardware.default(null),
  fromVersions: fromVersions.default([]),
  note: note.default(''),
}

const wayFields = {
  way: z
    .enum(firmwareWays)
    .describe(
      '`parts`: JT/T 808 message 8108; `control`: its message 8105 with a link; `text`: a command text with a link.',
    ),
  target: z
    .literal([0, 12, 52])
    .describe('What is upgraded: 0 the device, 12 its card reader, 52 its GNSS module.'),
  maker: z
    .string()
    .regex(/^[\x20-\x7e]{0,11}$/)
    .describe('Manufacturer id that devices expect in front of the file.'),
  makerBytes: z.literal([5, 11]).describe('Length of that id: 5, or 11 in some devices of the 2019 edition.'),
  partBytes: z.int().min(64).max(1023).describe('Length of a part, bytes.'),
  partsAtOnce: z.int().min(1).max(8).describe('Parts that wait for their answer at a time.'),
  answerMs: z
    .int()
    .min(50)
    .max(120_000)
    .describe('Time until a part is sent again, ms; longer after each time.'),
  maxSends: z.int().min(8).max(50).describe('How often a part is sent at most.'),
  resumes: z
    .boolean()
    .describe('Devices go on after a lost connection where they were; else they begin anew.'),
  template: line(400)
    .min(1)
    .nullable()
    .describe(
      'What `control` and `text` send; `{url}`, `{host}`, `{port}`, `{version}`, `{id}` and `{serial}` are filled in. Null: the usual one of `control`.',
    ),
  isPlainHttp: z.boolean().describe('Links begin with http://, for devices that know no encryption.'),
}

export const firmwareTypeWay = named('FirmwareWay', {
  deviceType,
  deviceTypeName: z.string(),
  wire: z.string().describe('Wire protocol of the type.'),
  isSet: z.boolean().describe('False: the values are only proposed.'),
  ...wayFields,
})
export type FirmwareTypeWay = z.output<typeof firmwareTypeWay>

const fitCounts = z.object({
  fitting: z.int().describe('Devices that can have it.'),
  misfits: z
    .array(z.object({ reason: z.enum(misfits), devices: z.int() }))
    .describe('Devices that can’t have it, or have not said yet whether they can, by the reason.'),
})

const uploadId = z.uuid().describe('Id of the upload.')

export const firmwareLink = named('FirmwareLink', {
  id: rowId,
  fileId,
  version,
  terminalID: z.string(),
  displayName: z.string(),
  url: z.string().nullable().describe('Where the device fetches it; null: the public address is not set.'),
  expireTime: time,
  sentBytes: z.int().describe('How far into the file bytes were sent.'),
  bytes: z.int().describe('Size of the file, bytes.'),
  progress: z.int().describe('Sent, percent.'),
  requests: z.int().describe('Requests so far.'),
  requestTime: time.nullable().describe('Of the last request, epoch ms; null: none came.'),
  requestAddress: z.string().nullable().describe('Where the last request came from.'),
  finishTime: time.nullable().describe('When the last byte was sent, epoch ms; null: not yet.'),
  creator,
  createTime: time,
})
export type FirmwareLink = z.output<typeof firmwareLink>

export const firmwareOffer = named('FirmwareOffer', {
  id: rowId,
  fileId,
  deviceType,
  deviceTypeName: z.string(),
  version,
  userId: rowId.describe('Customer whom it is offered to.'),
  username: z.string().describe('User name of the customer.'),
  note: z.string().describe('What it brings, for the customer.'),
  devices: z.int().describe('Devices of the type at the customer and below.'),
  upgraded: z.int().describe('Those that report the version.'),
  creator,
  createTime: time,
  acceptTime: time.nullable().describe('When the customer started it last, epoch ms; null: not yet.'),
  taskId: taskId.nullable().describe('The task of that.'),
})
export type FirmwareOffer = z.output<typeof firmwareOffer>

export const firmwareCalls = {
  find: call({
    path: '/api/ota/find',
    permission: readers,
    demo: true,
    help: 'Firmware files, newest first.',
    input: pageInput.extend({
      search: searchText.optional().describe('Part of the version, file name or note.'),
      deviceType: deviceType.optional().describe('Only for this device type.'),
    }),
    output: page(firmwareFile),
  }),
  beginUpload: call({
    path: '/api/ota/beginUpload',
    permission,
    help: 'Begins to upload a firmware file, whose parts are then sent in order.',
    input: z.object({
      fileName: line(200).min(1).describe('Name of the file.'),
      bytes: z.int().positive().max(maxFirmwareBytes).describe('Size of the file, bytes.'),
    }),
    output: z.object({ uploadId, partBytes: z.int().describe('Longest accepted part, bytes.') }),
  }),
  uploadPart: call({
    path: '/api/ota/uploadPart',
    permission,
    help: 'Stores the next part of a firmware file. The answer says how much has arrived: a part that doesn’t continue what is there is not stored, and the client continues from there.',
    input: z.object({
      uploadId,
      offset: z.int().nonnegative().describe('How many bytes of the file come before it.'),
      base64: z
        .base64()
        .max(Math.ceil(firmwarePartBytes / 3) * 4)
        .describe('The bytes of the part, in base64.'),
    }),
    output: z.object({ receivedBytes: z.int().describe('Bytes received so far.') }),
    refusals: ['notFound'],
    maxBodyBytes: 2 * firmwarePartBytes,
  }),
  finishUpload: call({
    path: '/api/ota/finishUpload',
    permission,
    help: 'Makes an uploaded file firmware of a device type. The same file with the same version is not stored twice.',
    input: z.object({
      uploadId,
      deviceType,
      ...fileFields,
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/i)
        .optional()
        .describe('Checksum that its maker names, hex; a file with another one is refused.'),
    }),
    output: z.object({ id: rowId, sha256 }),
    refusals: ['notFound', 'unknownDeviceType', 'uploadIncomplete', 'checksumWrong', 'alreadyThere'],
  }),
  cancelUpload: call({
    path: '/api/ota/cancelUpload',
    permission,
    help: 'Cancels an upload and deletes what has arrived.',
    input: z.object({ uploadId }),
  }),
  update: call({
    path: '/api/ota/update',
    permission,
    help: 'Changes which devices a firmware file is for, and its note. Devices that are under way are checked again before anything more is sent.',
    input: z
      .object({ id: rowId, hardware, fromVersions, note })
      .partial({ hardware: true, fromVersions: true, note: true }),
    refusals: ['notFound'],
  }),
  remove: call({
    path: '/api/ota/remove',
    permission,
    help: 'Removes a firmware file that no device is just being sent, with its links and offers.',
    ...byRowId,
    refusals: ['notFound', 'firmwareInUse'],
  }),
  ways: call({
    path: '/api/ota/ways',
    permission: readers,
    demo: true,
    help: 'How devices of each type take firmware.',
    input: pageInput.extend({
      search: searchText.optional().describe('Part of the name of the type.'),
    }),
    output: page(firmwareTypeWay),
  }),
  saveWay: call({
    path: '/api/ota/saveWay',
    permission,
    help: 'Sets how devices of a type take firmware. Transfers that have begun go on as they were.',
    input: z
      .object({ deviceType, ...wayFields, maker: wayFields.maker.default('') })
      .refine(({ way, template }) => isLinkTemplate(way, template), {
        path: ['template'],
        error: 'linkTemplate',
      }),
    refusals: ['unknownDeviceType', 'commandUnsupported'],
  }),
  check: call({
    path: '/api/ota/check',
    permission: readers,
    demo: true,
    help: 'Which of these devices can have a firmware file.',
    input: z.object({ fileId, terminalIDs: taskDevices }),
    output: fitCounts.extend({ missing: z.array(z.string()).describe('Ids that are not there.') }),
    refusals: ['notFound'],
  }),
  start: call({
    path: '/api/ota/start',
    permission,
    help: 'Starts a task that upgrades devices. A device is done when it reports the new version itself; devices that can’t have the file are skipped.',
    input: z.object({
      fileId,
      terminalIDs: taskDevices,
      ...taskRules,
      maxTries: taskRules.maxTries.default(3),
      maxFailurePercent: taskRules.maxFailurePercent.default(20),
    }),
    output: z.object({
      taskId,
      devices: z.int().describe('Devices of the task.'),
      missing: z.array(z.string()).describe('Ids that are not there.'),
    }),
    refusals: ['notFound', 'firmwareWayMissing', 'linkAddressMissing'],
  }),
  links: call({
    path: '/api/ota/links',
    permission: readers,
    demo: true,
    help: 'Links at which devices fetch firmware, newest first.',
    input: pageInput.extend({
      search: searchText.optional().describe('Part of the device’s id.'),
      fileId: fileId.optional().describe('Only of this file.'),
    }),
    output: page(firmwareLink),
  }),
  addLinks: call({
    path: '/api/ota/addLinks',
    permission,
    help: 'Makes a link to a firmware file for each device: signed, for this device alone, and valid until it expires.',
    input: z.object({
      fileId,
      terminalIDs: taskDevices,
      expireTime: instant.optional().describe('Until when they are valid; left out: seven days.'),
    }),
    output: z.object({
      links: z
        .array(z.object({ terminalID, url: z.string().describe('Where the device fetches it.') }))
        .describe('The links by device.'),
      failed: z
        .array(z.object({ terminalID: z.string(), reason: z.enum([...misfits, 'notFound']) }))
        .describe('Devices without a link, and why.'),
    }),
    refusals: ['notFound', 'linkAddressMissing'],
  }),
  removeLink: call({
    path: '/api/ota/removeLink',
    permission,
    help: 'Removes a link; from then on it is refused.',
    ...byRowId,
  }),
  offers: call({
    path: '/api/ota/offers',
    permission: [...readers, 'main:devices_management'],
    demo: true,
    help: 'Upgrades that are offered to customers, newest first; a customer sees its own.',
    input: pageInput.extend({
      search: searchText.optional().describe('Part of the version or the customer’s user name.'),
      userId: rowId.optional().describe('Only to this customer.'),
    }),
    output: page(firmwareOffer),
  }),
  addOffer: call({
    path: '/api/ota/addOffer',
    permission,
    help: 'Offers a firmware file to a customer, who may start it for devices of its own.',
    input: z.object({
      fileId,
      username: line(64).min(1).describe('User name of the customer.'),
      note: note.default('').describe('What it brings, for the customer.'),
    }),
    output: z.object({ id: rowId }),
    refusals: ['notFound', 'alreadyThere'],
  }),
  removeOffer: call({
    path: '/api/ota/removeOffer',
    permission,
    help: 'Withdraws an offer. A task that the customer has started goes on.',
    ...byRowId,
  }),
  startOffer: call({
    path: '/api/ota/startOffer',
    permission: ['test:ota', 'main:devices_management'],
    help: 'Starts an offered upgrade for all devices of the customer and below that can have it, a few at a time. It pauses by itself when too many fail. The customer may do so, and whoever offered it.',
    ...byRowId,
    output: z.object({ taskId, devices: z.int().describe('Devices of the task.') }),
    refusals: ['notFound', 'firmwareWayMissing', 'linkAddressMissing', 'nothingToUpgrade'],
  }),
}

export const firmwareList = list(firmwareCalls.find, {
  name: 'firmware',
  rowId: 'id',
  columns: [
    { key: 'version', name: 'firmwareVersion', form: 'text', isFixed: true, card: 'title' },
    { key: 'deviceTypeName', name: 'deviceType', form: 'text' },
    { key: 'hardware', name: 'firmwareHardware', form: 'text' },
    {
      key: 'fromVersions',
      name: 'fromVersions',
      form: 'text',
      of: ({ fromVersions }: FirmwareFile) => fromVersions.join(', ') || null,
    },
    { key: 'way', name: 'firmwareWay', form: 'firmwareWay' },
    { key: 'bytes', name: 'fileBytes', form: 'bytes' },
    { key: 'sha256', name: 'checksum', form: 'identifier', isOptional: true },
    { key: 'fileName', form: 'text', isOptional: true },
    { key: 'note', form: 'text' },
    { key: 'uploader', form: 'text', isOptional: true },
    { key: 'createTime', form: 'instant' },
  ],
  filters: [search(), deviceTypeFilter()],
})

export const firmwareWayList = list(firmwareCalls.ways, {
  name: 'firmwareWays',
  rowId: 'deviceType',
  columns: [
    { key: 'deviceTypeName', name: 'deviceType', form: 'text', isFixed: true, card: 'title' },
    { key: 'wire', form: 'wire' },
    {
      key: 'way',
      name: 'firmwareWay',
      form: 'firmwareWay',
      of: ({ way, isSet }: FirmwareTypeWay): FirmwareWay | null => (isSet ? way : null),
    },
    {
      key: 'partBytes',
      name: 'partBytes',
      form: 'count',
      of: ({ partBytes, isSet, way }: FirmwareTypeWay) => (isSet && way === 'parts' ? partBytes : null),
    },
    {
      key: 'partsAtOnce',
      name: 'partsAtOnce',
      form: 'count',
      of: ({ partsAtOnce, isSet, way }: FirmwareTypeWay) => (isSet && way === 'parts' ? partsAtOnce : null),
    },
    { key: 'template', name: 'linkTemplate', form: 'text' },
  ],
  filters: [search()],
})

export const firmwareLinkList = list(firmwareCalls.links, {
  name: 'firmwareLinks',
  rowId: 'id',
  columns: [
    { key: 'displayName', form: 'text', isFixed: true, card: 'title' },
    { key: 'terminalID', form: 'identifier', beneath: 'displayName' },
    { key: 'version', name: 'firmwareVersion', form: 'text' },
    { key: 'progress', form: 'percent', of: ({ progress }: FirmwareLink) => progress },
    { key: 'url', name: 'linkUrl', form: 'identifier' },
    { key: 'requests', name: 'linkRequests', form: 'count', isOptional: true },
    { key: 'requestTime', name: 'lastRequest', form: 'instant' },
    { key: 'requestAddress', name: 'requestAddress', form: 'text', isOptional: true },
    { key: 'finishTime', name: 'fetchTime', form: 'instant' },
    { key: 'expireTime', form: 'term' },
    { key: 'creator', name: 'sender', form: 'text', isOptional: true },
    { key: 'createTime', form: 'instant', isOptional: true },
  ],
  filters: [search(), chosen('fileId')],
})

export const firmwareOfferList = list(firmwareCalls.offers, {
  name: 'firmwareOffers',
  rowId: 'id',
  columns: [
    { key: 'username', form: 'text', isFixed: true, card: 'title' },
    { key: 'version', name: 'firmwareVersion', form: 'text' },
    { key: 'deviceTypeName', name: 'deviceType', form: 'text' },
    { key: 'devices', form: 'count' },
    { key: 'upgraded', name: 'upgradedDevices', form: 'count' },
    { key: 'note', form: 'text' },
    { key: 'acceptTime', name: 'acceptTime', form: 'instant' },
    { key: 'creator', name: 'sender', form: 'text', isOptional: true },
    { key: 'createTime', form: 'instant' },
  ],
  filters: [search(), given('userId')],
})
