import { deviceList } from './calls.ts'
import { deviceServiceCalls } from './service-calls.ts'

const of = { idsKey: 'terminalIDs' } as const

/** The list of devices with everything that can be done with many of them. */
export const managedDeviceList = {
  ...deviceList,
  bulk: [
    { ...of, name: 'transfer', call: deviceServiceCalls.transfer, asks: 'userId' },
    {
      ...of,
      name: 'userTerm',
      call: deviceServiceCalls.updateTime,
      asks: ['mode', 'userExpireTime', 'userMonths'],
    },
    {
      ...of,
      name: 'platformTerm',
      call: deviceServiceCalls.updateTime,
      asks: ['mode', 'platformExpireTime', 'platformMonths'],
    },
    { ...of, name: 'deviceType', call: deviceServiceCalls.updateDeviceType, asks: 'deviceType' },
    { ...of, name: 'iconType', call: deviceServiceCalls.updateIconType, asks: 'iconType' },
    { ...of, name: 'host', call: deviceServiceCalls.updateHost, asks: 'host' },
    ...deviceList.bulk.filter(({ name }) => name === 'edit'),
    { ...of, name: 'password', call: deviceServiceCalls.updatePasswords, isDangerous: true },
    { ...of, name: 'reset', call: deviceServiceCalls.reset, isDangerous: true, confirms: 'confirm' },
    ...deviceList.bulk.filter(({ name }) => name === 'delete'),
  ],
} satisfies typeof deviceList
