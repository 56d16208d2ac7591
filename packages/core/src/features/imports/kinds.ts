import { limits } from '../../codes/limits.ts'
import type { Permission } from '../../codes/permissions.ts'
import type { StockPlace } from '../stock/places.ts'
import type { ImportColumnKey } from './columns.ts'

/** A kind of batch: what its rows contain, who may commit it, and which screen it has. */
export interface ImportKind {
  /** Path of its screen, in the spelling that links have; those of the factory are below `/test`. */
  path: `/index/${string}` | `/test/${string}`
  permission: readonly Permission[]
  /** And any one of these beside it. */
  also?: readonly Permission[]
  /** What a row is about: a device that is there, or a device or account that is not there yet. */
  of: 'device' | 'newDevice' | 'newAccount' | 'stockItem' | 'newStockItem' | 'simCard'
  /** What is written, where it is not values of what the row is about. */
  writes?: 'ownerRecord' | 'password' | 'offlineCommand' | 'host'
  /** Where in its life a device gets by it, where no column says it. */
  toPlace?: StockPlace
  /** The first cell is an IMEI with its check digit, not any id. */
  isImei?: true
  /** The user types the number of rows before they are written. */
  confirms?: true
  /** The first one identifies a row. */
  columns: readonly [ImportColumnKey, ...ImportColumnKey[]]
  required: readonly ImportColumnKey[]
  /** Columns that one value for all rows makes sense of. */
  defaults?: readonly ImportColumnKey[]
  /** Columns of persons: sealed at rest, and shown whole only to those who may see owner records. */
  personal?: readonly ImportColumnKey[]
  /** Each row is given a random password, which is shown once. */
  givesPasswords?: true
  /** Rows at most, where it is fewer than in other batches. */
  maxRows?: number
  /** It can be undone as long as nothing was reported, or nobody changed it since. */
  canUndo: boolean
}

/** Every kind, in the order of the menu. */
export const importKinds = {
  deviceImport: {
    path: '/index/device/deviceImport',
    permission: ['main:devices_import'],
    of: 'newDevice',
    columns: [
      ...(['terminalID', 'deviceType', 'username', 'nickname', 'carNumber', 'sim', 'iccid'] as const),
      ...(['importProtocol', 'iconType', 'platformExpireTime', 'userExpireTime', 'remark'] as const),
    ],
    required: ['terminalID', 'deviceType'],
    defaults: [
      'importProtocol',
      'deviceType',
      'username',
      'iconType',
      'platformExpireTime',
      'userExpireTime',
    ],
    canUndo: true,
  },
  deviceTransform: {
    path: '/index/device/deviceTransform',
    permission: ['main:devices_muti_transfer'],
    of: 'device',
    columns: ['terminalID', 'username', 'withHistory', 'withRecord', 'withPicture'],
    required: ['terminalID', 'username'],
    defaults: ['username', 'withHistory', 'withRecord', 'withPicture'],
    canUndo: true,
  },
  deviceUpdateTime: {
    path: '/index/device/deviceUpdateTime',
    permission: ['main:devices_muti_update_time'],
    of: 'device',
    columns: ['terminalID', 'platformExpireTime', 'userExpireTime'],
    required: ['terminalID'],
    defaults: ['platformExpireTime', 'userExpireTime'],
    canUndo: true,
  },
  deviceUpdateExpireType: {
    path: '/index/device/deviceUpdateExpireType',
    permission: ['main:devices_muti_update_time'],
    of: 'device',
    columns: ['terminalID', 'platformTerm', 'platformMonths', 'userTerm', 'userMonths'],
    required: ['terminalID'],
    defaults: ['platformTerm', 'platformMonths', 'userTerm', 'userMonths'],
    canUndo: true,
  },
  deviceUpdateDevicesType: {
    path: '/index/device/deviceUpdateDevicesType',
    permission: ['main:devices_muti_update_device_type'],
    of: 'device',
    columns: ['terminalID', 'deviceType'],
    required: ['terminalID', 'deviceType'],
    defaults: ['deviceType'],
    canUndo: true,
  },
  deviceBatchIcon: {
    path: '/index/device/deviceBatchIcon',
    permission: ['main:devices_motify_icon_type'],
    of: 'device',
    columns: ['terminalID', 'iconType'],
    required: ['terminalID', 'iconType'],
    defaults: ['iconType'],
    canUndo: true,
  },
  deviceUpdateHost: {
    path: '/index/device/deviceUpdateHost',
    permission: ['main:devices_muti_motify_info'],
    of: 'device',
    writes: 'host',
    columns: ['terminalID', 'host'],
    required: ['terminalID', 'host'],
    defaults: ['host'],
    canUndo: true,
  },
  deviceUpdateZone: {
    path: '/index/device/deviceUpdateZone',
    permission: ['main:devices_muti_motify_info'],
    of: 'device',
    columns: ['terminalID', 'zone'],
    required: ['terminalID', 'zone'],
    defaults: ['zone'],
    canUndo: true,
  },
  deviceUpdateIccid: {
    path: '/index/device/deviceUpdateIccid',
    permission: ['main:devices_import_sim'],
    of: 'device',
    columns: ['terminalID', 'iccid', 'sim'],
    required: ['terminalID', 'iccid'],
    canUndo: true,
  },
  deviceUpdateCardIccid: {
    path: '/index/device/deviceUpdateCardIccid',
    permission: ['main:devices_muti_motify_info'],
    of: 'device',
    columns: ['oldIccid', 'iccid', 'sim'],
    required: ['oldIccid', 'iccid'],
    canUndo: true,
  },
  deviceUpdateDeviceInfo: {
    path: '/index/device/deviceUpdateDeviceInfo',
    permission: ['main:devices_muti_motify_info'],
    of: 'device',
    columns: ['terminalID', 'nickname', 'carNumber', 'sim', 'iccid', 'iconType', 'remark'],
    required: ['terminalID'],
    defaults: ['iconType', 'remark'],
    canUndo: true,
  },
  huaXiangDataImport: {
    path: '/index/device/huaXiangDataImport',
    permission: ['main:devices_huaxiang_import'],
    of: 'device',
    writes: 'ownerRecord',
    columns: ['terminalID', 'realname', 'idCard', 'telephone', 'address', 'contract'],
    required: ['terminalID'],
    personal: ['realname', 'idCard', 'telephone', 'address', 'contract'],
    canUndo: true,
  },
  passwordUpdate: {
    path: '/index/device/passwordUpdate',
    permission: ['main:device_password'],
    of: 'device',
    writes: 'password',
    columns: ['terminalID'],
    required: ['terminalID'],
    givesPasswords: true,
    // The passwords before are stored as hashes only: they cannot be restored.
    canUndo: false,
  },
  commandImport: {
    path: '/index/device/commandImport',
    permission: ['main:devices_muti_motify_info'],
    also: ['main:command'],
    of: 'device',
    writes: 'offlineCommand',
    columns: ['terminalID', 'command', 'expireTime'],
    required: ['terminalID', 'command'],
    defaults: ['command', 'expireTime'],
    canUndo: true,
  },
  userImport: {
    path: '/index/agent/userImport',
    permission: ['main:agent_add'],
    of: 'newAccount',
    columns: [
      ...(['newUsername', 'superior', 'role', 'accountName', 'realname', 'telephone', 'email'] as const),
      ...(['expireTime', 'remark'] as const),
    ],
    required: ['newUsername', 'role'],
    defaults: ['superior', 'role', 'expireTime'],
    givesPasswords: true,
    // A password takes long to hash, on purpose.
    maxRows: 1_000,
    canUndo: true,
  },
  stockImport: {
    path: '/test/stock/importDevice',
    permission: ['test:stock'],
    of: 'newStockItem',
    columns: ['terminalID', 'deviceType', 'firstPlace', 'batch', 'serialNumber', 'paperNumber', 'remark'],
    required: ['terminalID', 'deviceType', 'firstPlace'],
    defaults: ['deviceType', 'firstPlace', 'batch', 'paperNumber', 'remark'],
    canUndo: true,
  },
  stockImportImei: {
    path: '/test/stock/importImei',
    permission: ['test:stock'],
    of: 'newStockItem',
    isImei: true,
    columns: ['terminalID', 'deviceType', 'firstPlace', 'batch', 'paperNumber', 'remark'],
    required: ['terminalID', 'firstPlace'],
    defaults: ['deviceType', 'firstPlace', 'batch', 'paperNumber', 'remark'],
    canUndo: true,
  },
  stockMove: {
    path: '/test/stock/inputInOut',
    permission: ['test:stock'],
    of: 'stockItem',
    columns: ['terminalID', 'stockPlace', 'paperNumber', 'receiver', 'remark'],
    required: ['terminalID', 'stockPlace'],
    defaults: ['stockPlace', 'paperNumber', 'receiver', 'remark'],
    canUndo: true,
  },
  simImport: {
    path: '/test/iccid/importIccid',
    permission: ['test:iccid'],
    of: 'simCard',
    columns: [
      ...(['cardIccid', 'cardDevice', 'msisdn', 'imsi', 'simOperator', 'plan', 'planExpireTime'] as const),
      'simState',
    ],
    required: ['cardIccid'],
    defaults: ['simOperator', 'plan', 'planExpireTime', 'simState'],
    canUndo: true,
  },
  stockRemoval: {
    path: '/test/stock/Removal',
    permission: ['test:stock'],
    of: 'stockItem',
    toPlace: 'scrapped',
    columns: ['terminalID', 'paperNumber', 'remark'],
    required: ['terminalID'],
    defaults: ['paperNumber', 'remark'],
    confirms: true,
    canUndo: true,
  },
} as const satisfies Record<string, ImportKind>

export type ImportKindName = keyof typeof importKinds
export const importKindNames = Object.keys(importKinds) as [ImportKindName, ...ImportKindName[]]

/** Rows that a batch may have. */
export const maxRowsOf = (name: ImportKindName): number => kindOf(name).maxRows ?? limits.rowsPerImport

/** What those pay for who may not set the platform's term freely. */
export const paidColumns: readonly ImportColumnKey[] = [
  'platformExpireTime',
  'platformTerm',
  'platformMonths',
]

/** The columns among these that are offered to who has these permissions. */
export function offeredColumns(
  columns: readonly ImportColumnKey[],
  permissions: readonly Permission[],
): readonly ImportColumnKey[] {
  const isFree = permissions.includes('main:device_terms')
  return columns.filter((key) => isFree || !paidColumns.includes(key))
}

export const kindOf = (name: ImportKindName): ImportKind => importKinds[name]
