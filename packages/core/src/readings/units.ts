/** Systems of units that an account reads in. The API and files stay metric. */
export const unitSystems = ['metric', 'imperial', 'us'] as const
export type UnitSystem = (typeof unitSystems)[number]

/** A unit as it is called, and a metric value in it. */
export interface ShownUnit {
  name: string
  of: (value: number) => number
}

const times = (name: string, factor: number): ShownUnit => ({ name, of: (value) => value * factor })

// Source: International yard and pound agreement (1959); gallons of the United Kingdom and of the United States.
const [imperialGallonL, usGallonL] = [4.54609, 3.785411784]
const perHundredMiles = (gallonL: number) => times('gal/100 mi', 1.609344 / gallonL)
const miles = {
  km: times('mi', 1 / 1.609344),
  'km/h': times('mph', 1 / 1.609344),
  m: times('ft', 1 / 0.3048),
}

const shownUnits: Record<UnitSystem, Partial<Record<string, ShownUnit>>> = {
  metric: {},
  imperial: {
    ...miles,
    L: times('gal', 1 / imperialGallonL),
    'L/100 km': perHundredMiles(imperialGallonL),
  },
  us: {
    ...miles,
    L: times('gal', 1 / usGallonL),
    'L/100 km': perHundredMiles(usGallonL),
    '°C': { name: '°F', of: (celsius) => (celsius * 9) / 5 + 32 },
  },
}

/** The counterpart of a metric unit in a system: the unit itself where it has no other. */
export function shownUnit(system: UnitSystem, unit: string): ShownUnit {
  return shownUnits[system][unit] ?? times(unit, 1)
}
