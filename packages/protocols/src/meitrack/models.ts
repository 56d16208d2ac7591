/**
 * What differs between models: by the dialect of a device type, which is the model's name in small letters.
 * Source: Meitrack GPRS protocol, "AD values" and "I/O"; user guides of the T322X and the T399G, "I/O cable".
 */
export interface Model {
  /** Inputs from 1 on. */
  ignition: number
  /** Absent where no input is known to be the door's. */
  door?: number
  /** Volts of one step of the battery's and of the supply's converter. */
  batteryStepV: number
  externalStepV: number
  /** Event 23 is a removal, not a cut of the supply. */
  isWorn?: true
}

const tenBits = { batteryStepV: 6 / 1_024, externalStepV: 48 / 1_024 }
const twelveBits = { batteryStepV: 6.6 / 4_096, externalStepV: 52.8 / 4_096 }
const hundredths = { batteryStepV: 0.01, externalStepV: 0.01 }
const plain = { ignition: 3, door: 2 }
const second = { ignition: 2 }

const models: { readonly [name: string]: Model } = {
  mvt340: { ...second, ...tenBits },
  mvt380: { ...plain, ignition: 4, ...tenBits },
  mvt100: { ...second, ...twelveBits },
  mvt600: { ...plain, ...twelveBits },
  mvt800: { ignition: 4, door: 3, ...twelveBits },
  mt90: { ...plain, ...twelveBits },
  t1: { ...plain, ...twelveBits },
  t3: { ...plain, ...twelveBits },
  tc68s: { ...plain, ...twelveBits, isWorn: true },
  t311: { ...plain, ...hundredths },
  t322x: { ...second, door: 3, ...hundredths },
  t333: { ...plain, ...hundredths },
  t355: { ...plain, ...hundredths },
  t366: { ...second, ...hundredths },
  t366g: { ...second, ...hundredths },
  t366l: { ...second, ...hundredths },
  t399g: { ...second, ...hundredths },
}

/**
 * Where the type does not say the model: no cell has more than 5 V, so the number of the battery shows the converter.
 * @param battery raw
 */
export function modelOf(dialect: string, battery = 0): Model {
  const known = models[dialect]
  if (known !== undefined) return known
  return { ...plain, ...(battery <= 500 ? hundredths : battery < 1_024 ? tenBits : twelveBits) }
}
