/** What production jigs measure, in tests over the serial port and of positioning. */

export const jigKinds = ['serial', 'gps'] as const
export type JigKind = (typeof jigKinds)[number]

/** Why an item is not as expected. */
export const itemFaults = ['missing', 'unit', 'low', 'high', 'text', 'notNumber', 'failed'] as const
export type ItemFault = (typeof itemFaults)[number]

/**
 * The usual items of each kind, which have columns of their own, with the unit that they are expected in; a jig may
 * send others.
 */
export const usualItems = {
  serial: {
    firmware: '',
    imsi: '',
    csq: '',
    externalVoltage: 'V',
    batteryVoltage: 'V',
    runCurrent: 'mA',
    sleepCurrent: 'µA',
    chargeCurrent: 'mA',
    gSensorX: 'mg',
    gSensorY: 'mg',
    gSensorZ: 'mg',
    acc: '',
    relay: '',
  },
  gps: {
    satellites: '',
    cn0: 'dBHz',
    cn0Top4: 'dBHz',
    ttff: 's',
    doppler: 'Hz/s',
  },
} as const satisfies Record<JigKind, Record<string, string>>

export type UsualItem = keyof (typeof usualItems)['serial'] | keyof (typeof usualItems)['gps']
