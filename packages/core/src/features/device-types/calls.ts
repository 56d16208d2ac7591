import { z } from 'zod'
import { call, line, named, page, pageInput } from '../../api/call.ts'
import { codeRules } from '../../codes/code-rules.ts'
import { iconTypes } from '../../codes/icon-types.ts'
import { typeName, wireLabel, wireProtocols } from '../../codes/protocols.ts'
import { choice, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { type CommandCode, commandCodes, commandRow } from '../commands/commands.ts'
import { freeText } from '../commands/parameters.ts'
import { namesIn, setupNames, setupText } from '../commands/setup-texts.ts'
import { deviceType, terminalID } from '../devices/calls.ts'
import { maxPictureChars, pictureTypes } from '../devices/one-device-calls.ts'

/** Device types as the administrators of the platform set them up. */

const id = z.int32().nonnegative().describe('Id of the type, which is its protocol id.')

const code = z.enum(commandCodes as [CommandCode, ...CommandCode[]])

/** A text may hold the parameters of its command, and nothing else, in braces. */
const fits = ([of, text]: [string, string]) => {
  const { shape } = commandRow(of as CommandCode).parameters
  return namesIn(text).every((name) => name in shape)
}

const abilities = {
  commands: z
    .array(code)
    .min(1)
    .max(commandCodes.length)
    .nullable()
    .describe('Commands that are offered for its devices; null: all that its protocol has.'),
  commandTexts: z
    .partialRecord(code, freeText)
    .refine((texts) => Object.entries(texts).every(fits), 'unknown_name')
    .describe(
      'Texts that the model has instead of those of its protocol, by command; `{name}` stands for the value of a parameter. For JT/T 808 also `8105:F0`: a message and its body in hex.',
    ),
  setupTexts: z
    .array(setupText)
    .max(10)
    .describe(
      'Text messages that tell a new device where to report to, in their order; `{host}`, `{hostKind}` (0 address, 1 name), `{port}`, `{apn}`, `{apnUser}`, `{apnPassword}` and `{id}` are filled in.',
    ),
  factoryVisible: z.boolean().describe('Role wanweiTest sees the type and its devices.'),
  codeRule: z
    .enum(codeRules)
    .describe(
      'Which authentication code of JT/T 808 counts: `any` is taken; the first is learnt, and others are told of (`learn`); only the right one opens (`demand`). Other protocols have none: `any`.',
    ),
  onlineTimeoutSeconds: z
    .int()
    .min(60)
    .max(86_400)
    .describe('Silence after which a device without an open connection counts as offline, seconds.'),
  utcOffsetMinutes: z
    .int()
    .min(-14 * 60)
    .max(14 * 60)
    .nullable()
    .describe(
      'Offset from UTC of times that its devices send as local time, minutes; null: the protocol’s own.',
    ),
  dialect: line(32).nullable().describe('Dialect of the protocol; null: the default.'),
  isChecksumOptional: z.boolean().describe('Frames with a wrong checksum are accepted.'),
}

export const deviceTypeConfig = named('DeviceTypeConfig', {
  ...deviceType.shape,
  ...abilities,
  deviceCount: z.int().describe('Devices of the platform that are of this type.'),
})
export type DeviceTypeConfig = z.output<typeof deviceTypeConfig>

/** Only digits would be taken for an id. */
const nameUpTo = (maxLength: number) => line(maxLength).min(1).regex(/\D/)

const settings = z.object({
  name: nameUpTo(32).describe('Name of the type in sheets and tools; unique among all names and labels.'),
  label: nameUpTo(64)
    .nullable()
    .describe('Name people know the model by; unique among all names and labels. Null: its name.'),
  wire: z.enum(wireProtocols).describe('Wire protocol that its devices are expected to speak.'),
  iconType: z.enum(iconTypes).describe('Icon of devices that are given no other.'),
  isOfflineCapable: z.boolean().describe('Commands wait for its devices while they are offline.'),
  trackOptimisation: z
    .boolean()
    .describe('The line of its tracks is smoothed where it is shown; what is stored and counted stays.'),
  ...deviceType.pick({ ids: true, importProtocol: true, sensors: true, workModes: true }).shape,
  ...abilities,
})

const permission = ['main:devices_device_type_config'] as const

export const deviceTypeCalls = {
  findByPage: call({
    path: '/api/deviceType/findByPage',
    permission,
    demo: true,
    help: 'A page of the device types with their configuration, by id.',
    input: pageInput.extend({
      search: z.string().trim().max(64).optional().describe('Part of the name or label, or the id.'),
      wire: z.enum(wireProtocols).optional().describe('Only types of this wire protocol.'),
    }),
    output: page(deviceTypeConfig),
  }),
  detail: call({
    method: 'GET',
    path: '/api/deviceType/detail',
    permission,
    demo: true,
    help: 'One device type with its configuration.',
    input: z.object({ id }),
    output: deviceTypeConfig,
    refusals: ['unknownDeviceType'],
  }),
  allConfig: call({
    method: 'GET',
    path: '/api/deviceType/allConfig',
    permission,
    demo: true,
    help: 'The configuration of all device types, by id.',
    output: z.object({
      types: z.record(z.string(), deviceTypeConfig).describe('The types by their ids.'),
    }),
  }),
  // No GET: the password of an access point is not for addresses.
  setup: call({
    path: '/api/deviceType/setup',
    permission: 'session',
    demo: true,
    help: 'How to point a new device of a type to this platform: address and port of its protocol, and the text messages for its SIM card with known values filled in.',
    input: z.object({
      id,
      terminalID: terminalID.optional().describe('The device, where its texts name it.'),
      apn: z.string().trim().max(64).optional().describe('Access point of the SIM card.'),
      apnUser: z.string().trim().max(64).optional().describe('Its user; left out: none.'),
      apnPassword: z.string().trim().max(64).optional().describe('Its password; left out: none.'),
    }),
    output: named('DeviceSetup', {
      wire: z.string().describe('Wire protocol of the type.'),
      host: z
        .string()
        .nullable()
        .describe('Name or address that its devices report to; null: the operator has not set one.'),
      port: z.int().nullable().describe('Port of its protocol; null: it is closed.'),
      transports: z.array(z.enum(['tcp', 'udp', 'http'])).describe('What the port speaks.'),
      texts: z
        .array(
          z.object({
            text: z.string().describe('What is sent to the number of its SIM card.'),
            missing: z.array(z.enum(setupNames)).describe('Values not given yet, still in braces.'),
          }),
        )
        .describe('In the order in which they are sent; empty: it takes none that is known.'),
    }),
    refusals: ['unknownDeviceType'],
  }),
  add: call({
    path: '/api/deviceType/add',
    permission,
    help: 'Adds a device type. Values left out are as with the built-in types.',
    input: z.object({
      id: id.optional().describe('Its protocol id; left out: the next one from 100 on.'),
      ...settings.partial().shape,
      ...settings.pick({ name: true, wire: true }).shape,
    }),
    output: deviceTypeConfig,
    refusals: ['deviceTypeIdTaken', 'deviceTypeNameTaken', 'codeRuleWithoutCodes'],
  }),
  update: call({
    path: '/api/deviceType/update',
    permission,
    help: 'Changes a device type. Values left out stay as they are. Open pages and connected devices follow at once.',
    input: z.object({ id, ...settings.partial().shape }),
    output: deviceTypeConfig,
    refusals: ['unknownDeviceType', 'deviceTypeNameTaken', 'codeRuleWithoutCodes'],
  }),
  delete: call({
    path: '/api/deviceType/delete',
    permission,
    help: 'Deletes a device type that no device uses; otherwise `meta.count` says how many do.',
    input: z.object({ id }),
    refusals: ['unknownDeviceType', 'deviceTypeInUse'],
  }),
  picture: call({
    method: 'GET',
    path: '/api/deviceType/picture',
    permission: 'session',
    demo: true,
    deviceSession: true,
    help: 'The picture of a device type.',
    input: z.object({ id }),
    files: pictureTypes,
    refusals: ['unknownDeviceType', 'notFound'],
  }),
  setPicture: call({
    path: '/api/deviceType/setPicture',
    permission,
    help: 'Gives a device type a picture: PNG, JPEG or WebP, at most 400 kB; null removes it.',
    input: z.object({
      id,
      picture: z.string().max(maxPictureChars).nullable().describe('The file, in base64; null: none.'),
    }),
    output: z.object({ pictureId: deviceType.shape.pictureId }),
    refusals: ['unknownDeviceType', 'pictureUnusable'],
  }),
}

export const deviceTypeList = list(deviceTypeCalls.findByPage, {
  name: 'deviceTypes',
  rowId: 'id',
  columns: [
    { key: 'label', name: 'deviceType', form: 'text', of: typeName, isFixed: true, card: 'title' },
    { key: 'name', name: 'typeName', form: 'text', isOptional: true, card: 'none' },
    { key: 'id', name: 'protocolId', form: 'text' },
    { key: 'wire', form: 'wire' },
    { key: 'deviceCount', name: 'total', form: 'count' },
    { key: 'importProtocol', form: 'importProtocol', isOptional: true },
    { key: 'sensors', form: 'sensors' },
    { key: 'workModes', form: 'workModes', isOptional: true },
    { key: 'isOfflineCapable', form: 'yesNo', card: 'none' },
    { key: 'codeRule', form: 'codeRule' },
    { key: 'factoryVisible', form: 'yesNo', card: 'none' },
    { key: 'trackOptimisation', form: 'yesNo', isOptional: true, card: 'none' },
    { key: 'iconType', form: 'iconType', isOptional: true, card: 'none' },
  ],
  filters: [search(), choice('wire', wireProtocols, wireLabel)],
})
