import { deviceList } from './calls.ts'
import { deviceGroupCalls } from './group-calls.ts'
import { deviceServiceCalls } from './service-calls.ts'

const of = { idsKey: 'terminalIDs' } as const

/** The list of devices with everything that can be done with many of them. */
export const managedDeviceList = {
  ...deviceList,
  bulk: [
    {
      ...of,
      name: 'transfer',
      call: deviceServiceCalls.transfer,
      fieldKeys: ['userId', 'withHistory', 'withRecord', 'withPicture'],
    },
    {
      ...of,
      name: 'userTerm',
      call: deviceServiceCalls.updateTime,
      fieldKeys: ['mode', 'userExpireTime', 'userMonths'],
    },
    {
      ...of,
      name: 'platformTerm',
      call: deviceServiceCalls.updateTime,
      fieldKeys: ['mode', 'platformExpireTime', 'platformMonths'],
      permission: ['main:device_terms'],
    },
    { ...of, name: 'addToGroup', call: deviceGroupCalls.addDevices, fieldKeys: 'group' },
    { ...of, name: 'deviceType', call: deviceServiceCalls.updateDeviceType, fieldKeys: 'deviceType' },
    { ...of, name: 'iconType', call: deviceServiceCalls.updateIconType, fieldKeys: 'iconType' },
    { ...of, name: 'host', call: deviceServiceCalls.updateHost, fieldKeys: 'host' },
    { ...of, name: 'removeFromGroup', call: deviceGroupCalls.removeDevices, fieldKeys: 'groupId' },
    ...deviceList.bulk.filter(({ name }) => name === 'edit'),
    { ...of, name: 'password', call: deviceServiceCalls.updatePasswords, isDangerous: true },
    { ...of, name: 'reset', call: deviceServiceCalls.reset, isDangerous: true, confirms: 'confirm' },
    ...deviceList.bulk.filter(({ name }) => name === 'delete'),
  ],
} satisfies typeof deviceList
