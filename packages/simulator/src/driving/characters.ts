/** Kinds of vehicles by how they are used and what they can do. */
export interface Character {
  accelerationMs2: number
  brakingMs2: number
  /** No faster than this anywhere. */
  topKmh: number
  /** Speed held where the road allows more or less, as a share of its limit: slowest and fastest driver. */
  pace: readonly [number, number]
  /** Local hour at which its day begins and a new day's plan with it. */
  dayBeginsHour: number
  /** Nominal voltage of its battery; null: a tracker with no supply but its own. */
  supplyV: 12 | 24 | null
  /** Litres the tank holds where the device reports fuel. */
  tankL?: number
  /** What a chilled body is kept at, °C. */
  cargoC?: number
  /** Wheels with a sensor each. */
  wheels?: number
  /** Nominal voltage of the pack that it drives with. */
  packV?: number
  odometerKm: readonly [number, number]
}

const car = {
  accelerationMs2: 1.8,
  brakingMs2: 2.2,
  topKmh: 118,
  pace: [0.82, 1.02],
  dayBeginsHour: 4,
  supplyV: 12,
  odometerKm: [8_000, 140_000],
} as const satisfies Character

const truck = {
  accelerationMs2: 0.7,
  brakingMs2: 1.4,
  topKmh: 86,
  pace: [0.92, 1],
  dayBeginsHour: 4,
  supplyV: 24,
  tankL: 400,
  wheels: 10,
  odometerKm: [120_000, 900_000],
} as const satisfies Character

export const characters = {
  /** To work and back, an errand, something at the weekend. */
  car,
  /** As the car, but in the fast lane: beyond 120 km/h on motorways. */
  speeder: { ...car, accelerationMs2: 2.4, topKmh: 162, pace: [1.12, 1.28] },
  /** Rides all day; the engine runs while it waits. */
  taxi: { ...car, pace: [0.85, 1.05], odometerKm: [90_000, 380_000], tankL: 50 },
  nightTaxi: { ...car, pace: [0.9, 1.1], dayBeginsHour: 14, odometerKm: [90_000, 380_000] },
  /** A round of deliveries of minutes each. */
  van: { ...car, accelerationMs2: 1.5, topKmh: 105, odometerKm: [30_000, 220_000], tankL: 70 },
  /** The same with a chilled body. */
  coldVan: {
    ...car,
    accelerationMs2: 1.4,
    topKmh: 100,
    odometerKm: [30_000, 220_000],
    tankL: 80,
    cargoC: -18,
  },
  /** Between cities on motorways. */
  truck,
  nightTruck: { ...truck, topKmh: 84, dayBeginsHour: 16 },
  /** Works on one site, slowly, with the engine running. */
  machine: {
    accelerationMs2: 0.5,
    brakingMs2: 1,
    topKmh: 9,
    pace: [0.3, 0.6],
    dayBeginsHour: 4,
    supplyV: 24,
    tankL: 250,
    odometerKm: [200, 4_000],
  },
  motorcycle: {
    accelerationMs2: 2.3,
    brakingMs2: 2.6,
    topKmh: 78,
    pace: [0.9, 1.15],
    dayBeginsHour: 5,
    supplyV: 12,
    // 14 cells, as a WD-209 reports them.
    packV: 52,
    odometerKm: [2_000, 60_000],
  },
  /** Up and down a line all day, with a halt at each of its places. */
  bus: { ...truck, accelerationMs2: 1, topKmh: 62, pace: [0.85, 0.95], odometerKm: [60_000, 400_000] },
  /** The same, but once in a while it takes another way. */
  strayBus: {
    ...truck,
    accelerationMs2: 1,
    topKmh: 62,
    pace: [0.85, 0.95],
    dayBeginsHour: 16,
    odometerKm: [60_000, 400_000],
  },
  /** A container or trailer with a tracker of its own: moved once in a while. */
  asset: { ...car, topKmh: 80, supplyV: null, odometerKm: [100, 5_000] },
} as const satisfies Record<string, Character>

export type CharacterName = keyof typeof characters

/** A simulated vehicle: everything it will ever do follows from this. */
export interface Vehicle {
  seed: number
  character: CharacterName
  city: string
}

export const characterOf = (vehicle: Vehicle): Character => characters[vehicle.character]
