/** How many wheels an axle has: one in the middle, one on each side, or two on each side. */
export const axleKinds = { centre: 1, single: 2, twin: 4 } as const
export type AxleKind = keyof typeof axleKinds

interface LayoutRow {
  /** From front to back. */
  axles: readonly AxleKind[]
  /** Spare wheels, numbered behind all others. */
  spares: number
  /** The axle, from 1 on, with which the trailer begins. */
  trailerFrom?: number
  /** What is usual of such vehicles, cold to warm, by axle; the last counts for those behind it. */
  usualKpa: readonly (readonly [low: number, high: number])[]
}

/**
 * Where wheels are, by name. Wheels are counted from 1, the front left one, from left to right and from front to back,
 * as devices count them; the names are keys of `tyres.settings.choice` in the texts.
 */
export const tyreLayouts = {
  motorcycle: { axles: ['centre', 'centre'], spares: 0, usualKpa: [[180, 320]] },
  threeWheeler: { axles: ['centre', 'single'], spares: 1, usualKpa: [[180, 350]] },
  car: { axles: ['single', 'single'], spares: 1, usualKpa: [[190, 330]] },
  van: { axles: ['single', 'twin'], spares: 1, usualKpa: [[280, 520]] },
  truck2: { axles: ['single', 'twin'], spares: 1, usualKpa: [[640, 1_000]] },
  truck3: { axles: ['single', 'twin', 'twin'], spares: 1, usualKpa: [[640, 1_000]] },
  truck4: { axles: ['single', 'single', 'twin', 'twin'], spares: 1, usualKpa: [[640, 1_000]] },
  bus2: { axles: ['single', 'twin'], spares: 1, usualKpa: [[600, 950]] },
  bus3: { axles: ['single', 'twin', 'single'], spares: 1, usualKpa: [[600, 950]] },
  trailer3: {
    axles: ['single', 'single', 'single'],
    spares: 1,
    usualKpa: [[640, 1_000]],
    trailerFrom: 1,
  },
  articulated5: {
    axles: ['single', 'twin', 'single', 'single', 'single'],
    spares: 1,
    trailerFrom: 3,
    usualKpa: [[640, 1_000]],
  },
  articulated6: {
    axles: ['single', 'twin', 'twin', 'twin', 'twin', 'twin'],
    spares: 2,
    trailerFrom: 4,
    usualKpa: [[640, 1_000]],
  },
} as const satisfies Record<string, LayoutRow>

export type TyreLayoutName = keyof typeof tyreLayouts
export const tyreLayoutNames = Object.keys(tyreLayouts) as TyreLayoutName[]

/** A layout, seen as any. */
export function tyreLayout(name: TyreLayoutName): LayoutRow {
  return tyreLayouts[name]
}

/** Which layout has how many wheels at most, where none is set. Sensors are heard one by one, so two are no motorcycle. */
const byWheels: readonly (readonly [wheels: number, layout: TyreLayoutName])[] = [
  [5, 'car'],
  [7, 'truck2'],
  [11, 'truck3'],
  [13, 'truck4'],
]

/** The layout of a vehicle for which none is set, by the highest number of a wheel that was told of. */
export function layoutFor(wheels: number): TyreLayoutName {
  return byWheels.find(([most]) => wheels <= most)?.[1] ?? 'articulated6'
}

/** Where a wheel of a layout is. */
export interface WheelPlace {
  /** From 1 on. */
  wheel: number
  /** From 1 on, the foremost; null: it is a spare. */
  axle: number | null
  side: 'left' | 'right' | 'centre' | null
  /** Which of two on one side. */
  twin: 'outer' | 'inner' | null
}

const sides = {
  centre: [['centre', null]],
  single: [
    ['left', null],
    ['right', null],
  ],
  twin: [
    ['left', 'outer'],
    ['left', 'inner'],
    ['right', 'inner'],
    ['right', 'outer'],
  ],
} as const

/** The wheels of a layout in the order of their numbers, spares last. */
export function placesOf(name: TyreLayoutName): WheelPlace[] {
  const { axles, spares } = tyreLayout(name)
  const places: Omit<WheelPlace, 'wheel'>[] = axles.flatMap((kind, i) =>
    sides[kind].map(([side, twin]) => ({ axle: i + 1, side, twin })),
  )
  for (let i = 0; i < spares; i++) places.push({ axle: null, side: null, twin: null })
  return places.map((place, i) => ({ wheel: i + 1, ...place }))
}
