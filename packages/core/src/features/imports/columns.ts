import { iconTypes } from '../../codes/icon-types.ts'
import { importProtocolNames } from '../../codes/import-protocols.ts'
import { roleNames } from '../../codes/roles.ts'
import type { FormatRule } from '../../rules/validation.ts'
import { iccidKey, type SimOperator, type SimState, simOperators, simStates } from '../sim-cards/sim-codes.ts'
import { firstPlaces, type StockPlace, stockPlaces } from '../stock/places.ts'

/** A column that a batch may have; its name is the text `imports.column.<key>`. */
export interface ImportColumn {
  /** Other headings of the column in sheets, besides its name: small letters, without blanks and signs. */
  aliases: readonly string[]
  rule?: FormatRule
  maxLength?: number
  /** One of these, in any case of letters. */
  options?: readonly string[]
  /** What else people write for an option: small letters. */
  optionWords?: Readonly<Record<string, readonly string[]>>
  /** Names or ids of device types, looked up on the platform. */
  isDeviceType?: true
  /** User name of an account at or below the caller. */
  isAccount?: true
  /** A long number, of which `8.6E14` has lost digits. */
  isNumber?: true
  /** Recognizes the column by its content where the heading is unknown. */
  content?: RegExp
  /** Whole number within these bounds. */
  whole?: readonly [min: number, max: number]
  /** No two rows have the same. */
  isUnique?: true
  /** What of a value tells it from others; left out: all of it. */
  keyOf?: (text: string) => string
}

const shortText = 64

/** How a term ends: never, at its date, or some months after activation. */
export const termKinds = ['lifetime', 'fixed', 'activation'] as const

/** What goes along with a device. */
const yesOrNo = ['yes', 'no'] as const

const placeWords = {
  produced: ['produced', '已生产'],
  tested: ['tested', '已测试'],
  inStock: ['in stock', '在库'],
  shipped: ['shipped', '已发货'],
  sold: ['sold', '已售出'],
  returned: ['returned', '已退回'],
  scrapped: ['scrapped', '已报废'],
} as const satisfies Record<StockPlace, readonly string[]>

const simStateWords = {
  testable: ['testable', 'testing', '可测试', '测试'],
  stock: ['stock', 'inventory', '库存'],
  ready: ['ready', 'activation ready', '待激活', '可激活'],
  active: ['active', 'activated', '已激活', '正常', '在用'],
  suspended: ['suspended', 'stopped', 'deactivated', '停机', '已停机'],
  closed: ['closed', 'retired', '销户', '已销户'],
  unknown: ['unknown', '未知'],
} as const satisfies Record<SimState, readonly string[]>

const simOperatorWords = {
  chinaMobile: ['china mobile', 'cmcc', '中国移动', '移动'],
  chinaUnicom: ['china unicom', 'cucc', '中国联通', '联通'],
  chinaTelecom: ['china telecom', 'ctcc', '中国电信', '电信'],
  chinaBroadnet: ['china broadnet', 'cbn', '中国广电', '广电'],
  global: ['global', 'global sim', '全球卡'],
  other: ['other', '其他'],
} as const satisfies Record<SimOperator, readonly string[]>

/** Every column of every batch, by its key. */
export const importColumns = {
  terminalID: {
    aliases: [
      'imei',
      'id',
      'deviceid',
      'device',
      'terminal',
      'terminalid',
      'deviceimei',
      'imeinumber',
      '设备号',
      '终端号',
      '设备',
      '设备imei',
      '串号',
    ],
    rule: 'imei',
    isNumber: true,
    isUnique: true,
    content: /^(?:\d{15}|\d{11})$/,
  },
  deviceType: {
    aliases: ['type', 'model', 'devicetype', 'devicemodel', '型号', '设备型号', '设备类型', '类型'],
    isDeviceType: true,
    maxLength: shortText,
  },
  importProtocol: {
    aliases: ['protocol', 'importprotocol', '协议', '导入协议'],
    options: importProtocolNames,
  },
  username: {
    aliases: [
      'account',
      'customer',
      'user',
      'owner',
      'username',
      '账号',
      '客户',
      '所属账号',
      '用户名',
      '目标账号',
    ],
    rule: 'username',
    isAccount: true,
  },
  withHistory: { aliases: ['history', 'withhistory', '历史', '以往数据'], options: yesOrNo },
  withRecord: { aliases: ['ownerrecord', 'withrecord', '车主资料'], options: yesOrNo },
  withPicture: { aliases: ['picture', 'withpicture', '图片'], options: yesOrNo },
  nickname: { aliases: ['name', 'devicename', '名称', '设备名称', '昵称'], maxLength: shortText },
  carNumber: {
    aliases: ['plate', 'platenumber', 'carnumber', 'licenseplate', 'registration', '车牌', '车牌号'],
    rule: 'plate',
    content: /^[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-Z]/,
  },
  sim: {
    aliases: ['sim', 'simcard', 'simnumber', 'msisdn', 'phonenumber', 'sim卡', 'sim卡号', '卡号', '手机卡号'],
    rule: 'sim',
    isNumber: true,
  },
  iccid: {
    aliases: ['iccid', 'simiccid', 'cardiccid', '集成电路卡号'],
    rule: 'iccid',
    isNumber: true,
    content: /^\d{18}[0-9A-Za-z]{1,2}$/,
  },
  oldIccid: {
    aliases: ['oldiccid', 'presenticcid', 'currenticcid', '原iccid', '旧iccid'],
    rule: 'iccid',
    isNumber: true,
    isUnique: true,
    content: /^\d{18}[0-9A-Za-z]{1,2}$/,
  },
  cardIccid: {
    aliases: ['iccid', 'simiccid', 'card', 'cardiccid', 'sim', '集成电路卡号', '卡号'],
    rule: 'cardIccid',
    isNumber: true,
    isUnique: true,
    keyOf: iccidKey,
    content: /^89\d{16}[0-9A-Za-z]{1,2}$/,
  },
  cardDevice: {
    aliases: ['imei', 'device', 'deviceid', 'terminalid', '设备号', '终端号', '设备'],
    rule: 'imei',
    isNumber: true,
    isUnique: true,
    content: /^\d{15}$/,
  },
  msisdn: {
    aliases: ['msisdn', 'number', 'simnumber', 'phonenumber', 'mdn', '号码', 'sim卡号', '接入号', '手机号'],
    rule: 'msisdn',
    isNumber: true,
    content: /^1[04]\d{9,11}$/,
  },
  imsi: { aliases: ['imsi'], rule: 'imsi', isNumber: true, content: /^460\d{12}$/ },
  simOperator: {
    aliases: ['operator', 'carrier', '运营商'],
    options: simOperators,
    optionWords: simOperatorWords,
  },
  simState: {
    aliases: ['state', 'status', 'simstatus', '状态', '卡状态'],
    options: simStates,
    optionWords: simStateWords,
  },
  plan: { aliases: ['plan', 'dataplan', 'package', '套餐', '资费', '套餐名称'], maxLength: shortText },
  planExpireTime: {
    aliases: ['expiry', 'expires', 'expiretime', 'planexpiry', '到期时间', '到期', '有效期'],
    rule: 'date',
  },
  iconType: { aliases: ['icon', 'icontype', '图标', '图标类型'], options: iconTypes },
  remark: { aliases: ['remark', 'note', 'comment', '备注'], maxLength: 500 },
  platformExpireTime: {
    aliases: ['platformexpiry', 'platformexpiretime', 'platformexpires', '平台到期', '平台到期时间'],
    rule: 'date',
  },
  userExpireTime: {
    aliases: [
      'userexpiry',
      'userexpiretime',
      'expiry',
      'expires',
      'expirydate',
      '用户到期',
      '用户到期时间',
      '到期时间',
    ],
    rule: 'date',
  },
  platformTerm: {
    aliases: ['platformterm', 'platformexpirytype', '平台到期类型', '平台有效期类型'],
    options: termKinds,
  },
  platformMonths: { aliases: ['platformmonths', '平台有效月数', '平台月数'], whole: [1, 1200] },
  userTerm: { aliases: ['userterm', 'userexpirytype', '用户到期类型', '用户有效期类型'], options: termKinds },
  userMonths: { aliases: ['usermonths', 'months', '用户有效月数', '用户月数', '月数'], whole: [1, 1200] },
  host: { aliases: ['host', 'server', 'address', 'ipport', '主机', '服务器', '服务器地址'], rule: 'host' },
  zone: { aliases: ['zone', 'timezone', 'utcoffset', '时区'], rule: 'zone' },
  newUsername: {
    aliases: ['username', 'account', 'login', 'user', '用户名', '账号', '登录名'],
    rule: 'username',
    isUnique: true,
  },
  accountName: {
    aliases: [
      'name',
      'nickname',
      'company',
      'customername',
      'accountname',
      '名称',
      '昵称',
      '公司名称',
      '客户名称',
    ],
    maxLength: shortText,
  },
  superior: {
    aliases: ['superior', 'parent', 'superioraccount', 'parentaccount', '上级', '上级账号', '所属上级'],
    rule: 'username',
    isAccount: true,
  },
  role: { aliases: ['role', '角色', '用户类型'], options: Object.values(roleNames) },
  realname: {
    aliases: [
      ...(['realname', 'contact', 'fullname', 'ownername', 'lessee'] as const),
      ...(['姓名', '真实姓名', '联系人', '车主', '车主姓名', '客户姓名', '承租人'] as const),
    ],
    maxLength: shortText,
  },
  telephone: {
    aliases: ['telephone', 'phone', 'mobile', 'tel', '电话', '手机', '联系电话', '手机号'],
    rule: 'telephone',
  },
  idCard: {
    aliases: ['idcard', 'idnumber', 'identitycard', 'idno', '身份证', '身份证号', '身份证号码', '证件号码'],
    maxLength: 32,
    isNumber: true,
  },
  address: {
    aliases: ['address', 'postaladdress', 'homeaddress', '地址', '住址', '联系地址'],
    maxLength: 200,
  },
  contract: {
    aliases: [
      'contract',
      'contractnumber',
      'contractno',
      'leasenumber',
      'leaseno',
      '合同',
      '合同号',
      '合同编号',
    ],
    maxLength: shortText,
  },
  command: {
    aliases: ['command', 'text', 'content', 'commandtext', '指令', '指令内容', '命令'],
    rule: 'command',
  },
  email: { aliases: ['email', 'mail', '邮箱', '电子邮箱'], rule: 'email' },
  firstPlace: {
    aliases: ['place', 'stage', '环节', '库位状态'],
    options: firstPlaces,
    optionWords: placeWords,
  },
  stockPlace: {
    aliases: ['place', 'stage', 'to', '环节', '去向'],
    options: stockPlaces,
    optionWords: placeWords,
  },
  batch: { aliases: ['batch', 'batchno', 'lot', '批次', '批次号', '生产批次'], maxLength: shortText },
  serialNumber: { aliases: ['sn', 'serial', 'serialnumber', '序列号', '机身号'], maxLength: shortText },
  paperNumber: {
    aliases: [
      ...(['paper', 'papernumber', 'order', 'orderno', 'deliverynote', 'workorder'] as const),
      ...(['单号', '单据号', '工单号', '出库单号', '入库单号'] as const),
    ],
    maxLength: shortText,
  },
  receiver: { aliases: ['receiver', 'consignee', '接收方', '收货方', '领用人'], maxLength: shortText },
  expireTime: { aliases: ['expiretime', 'expiry', 'expires', '到期时间', '有效期'], rule: 'date' },
} as const satisfies Record<string, ImportColumn>

export type ImportColumnKey = keyof typeof importColumns
export const importColumnKeys = Object.keys(importColumns) as [ImportColumnKey, ...ImportColumnKey[]]

export const columnOf = (key: ImportColumnKey): ImportColumn => importColumns[key]

/** The option that a text names, in any case of letters. */
export function optionOf({ options = [], optionWords = {} }: ImportColumn, text: string): string | undefined {
  const plain = text.trim().toLowerCase()
  return options.find((option) => option.toLowerCase() === plain || optionWords[option]?.includes(plain))
}
