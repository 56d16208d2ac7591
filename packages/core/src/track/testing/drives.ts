import { type Track, type TrackPointValues, toTrack } from '../columns.ts'

/** What a made-up drive goes through: the roads, and how often it has to stop. */
export interface DriveKind {
  /** Length of the straight pieces between turns, metres, from and to. */
  blockM: readonly [number, number]
  /** Radius of its turns, metres, from and to. */
  radiusM: readonly [number, number]
  /** How far a turn goes, degrees, from and to. */
  turnDeg: readonly [number, number]
  /** Speed limits of its roads, km/h. */
  limitsKmh: readonly number[]
  /** Of its crossings, those with a red light. */
  redShare: number
  lengthM: number
}

export const driveKinds = {
  city: {
    blockM: [60, 320],
    radiusM: [7, 15],
    turnDeg: [70, 100],
    limitsKmh: [30, 40, 50, 60],
    redShare: 0.45,
    lengthM: 12_000,
  },
  suburb: {
    blockM: [150, 900],
    radiusM: [12, 60],
    turnDeg: [30, 95],
    limitsKmh: [50, 60, 70],
    redShare: 0.2,
    lengthM: 20_000,
  },
  country: {
    blockM: [100, 700],
    radiusM: [60, 300],
    turnDeg: [15, 80],
    limitsKmh: [70, 80, 90],
    redShare: 0.02,
    lengthM: 40_000,
  },
  motorway: {
    blockM: [800, 4_000],
    radiusM: [400, 1_500],
    turnDeg: [5, 40],
    limitsKmh: [100, 120],
    redShare: 0,
    lengthM: 60_000,
  },
} as const satisfies Record<string, DriveKind>

export type DriveKindName = keyof typeof driveKinds

/** Devices whose course or speed is of no use, as a change of what they report. */
export const badDevices: Readonly<
  Record<string, (point: TrackPointValues, n: number, all: readonly TrackPointValues[]) => TrackPointValues>
> = {
  'no course': (point) => ({ ...point, courseDeg: null }),
  'courses at random': (point, n) => ({ ...point, courseDeg: (n * 7919) % 360 }),
  'courses up to 60° wrong': (point, n) => ({
    ...point,
    courseDeg: (point.courseDeg! + ((n * 7919) % 121) + 300) % 360,
  }),
  'always north': (point) => ({ ...point, courseDeg: 0 }),
  'course of the report before': (point, n, all) => ({
    ...point,
    courseDeg: all[Math.max(0, n - 1)]!.courseDeg,
  }),
  'speed of the report before': (point, n, all) => ({
    ...point,
    speedKmh: all[Math.max(0, n - 1)]!.speedKmh,
  }),
  'speed in knots': (point) => ({ ...point, speedKmh: point.speedKmh! * 0.54 }),
  'no speed': (point) => ({ ...point, speedKmh: null }),
}

/** A vehicle each second of its drive: what is true, in metres east and north of its start. */
export interface DrivenSecond {
  eastM: number
  northM: number
  speedMs: number
  /** Radians clockwise from north. */
  heading: number
  /** Driven since the start. */
  drivenM: number
}

/** Errors of a receiver. */
export interface FixErrors {
  /** Standard deviation of a place in each direction; it wanders within a minute or so, as those of receivers do. */
  noiseM: number
  /** Of the speed. */
  speedKmh?: number
  /** Of the course while it drives. */
  courseDeg?: number
  /** The ignition that the device reports; left out: on. */
  acc?: 'on' | 'off' | 'unknown'
}

/** The same numbers for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Drives along made-up roads as a driver would: within limits and grip, stopping at red lights. */
export function makeDrive(kind: DriveKind, seed: number): DrivenSecond[] {
  const random = randomOf(seed)
  const between = ([low, high]: readonly [number, number]) => low + (high - low) * random()
  const road = makeRoad(kind, between, random)
  return driveAlong(road, random)
}

interface RoadPiece {
  lengthM: number
  /** 1/m, to the right. */
  curvature: number
  limitMs: number
  /** Time for which it has to stop at its end. */
  waitS: number
}

const gripMs2 = 2.5
const accelerationMs2 = 1.6
const brakingMs2 = 2
const stepS = 0.1

function makeRoad(
  { blockM, radiusM, turnDeg, limitsKmh, redShare, lengthM }: DriveKind,
  between: (range: readonly [number, number]) => number,
  random: () => number,
): RoadPiece[] {
  const pieces: RoadPiece[] = []
  for (let length = 0; length < lengthM; ) {
    const limitMs = limitsKmh[Math.floor(random() * limitsKmh.length)]! / 3.6
    const waitS = random() < redShare ? 5 + random() * 55 : 0
    const straight = { lengthM: between(blockM), curvature: 0, limitMs, waitS }
    const radius = between(radiusM)
    const turn = (between(turnDeg) * Math.PI) / 180
    const isStraightOn = random() < 0.4
    const bend = {
      lengthM: radius * turn,
      curvature: (random() < 0.5 ? -1 : 1) / radius,
      limitMs: Math.min(limitMs, Math.sqrt(gripMs2 * radius)),
      waitS: 0,
    }
    pieces.push(straight)
    if (!isStraightOn) pieces.push(bend)
    length += straight.lengthM + (isStraightOn ? 0 : bend.lengthM)
  }
  pieces.at(-1)!.waitS = 1
  return pieces
}

function driveAlong(road: readonly RoadPiece[], random: () => number): DrivenSecond[] {
  const seconds: DrivenSecond[] = []
  const at = { eastM: 0, northM: 0, speedMs: 0, heading: random() * 2 * Math.PI, drivenM: 0 }
  let steps = 0
  const tick = (curvature: number) => {
    const metres = at.speedMs * stepS
    at.heading += (curvature * metres) / 2
    at.eastM += Math.sin(at.heading) * metres
    at.northM += Math.cos(at.heading) * metres
    at.heading += (curvature * metres) / 2
    at.drivenM += metres
    if (steps++ % 10 === 0) seconds.push({ ...at })
  }
  for (const [n, { lengthM, curvature, limitMs, waitS }] of road.entries()) {
    for (let left = lengthM; left > 0; left -= at.speedMs * stepS) {
      const targetMs = Math.min(limitMs, reachable(road, n, left))
      const change = Math.max(-brakingMs2 * 2, Math.min(accelerationMs2, (targetMs - at.speedMs) / stepS))
      at.speedMs = Math.max(at.speedMs + change * stepS, 0.3)
      tick(curvature)
    }
    if (waitS === 0) continue
    at.speedMs = 0
    for (let s = 0; s < waitS; s += stepS) tick(0)
  }
  return seconds
}

/** The speed from which it can still brake for what comes. */
function reachable(road: readonly RoadPiece[], n: number, leftM: number): number {
  let fastest = Number.POSITIVE_INFINITY
  let ahead = leftM
  for (let k = n; k < road.length && ahead < 400; k++) {
    const endMs = road[k]!.waitS > 0 ? 0 : (road[k + 1]?.limitMs ?? 0)
    fastest = Math.min(fastest, Math.sqrt(endMs ** 2 + 2 * brakingMs2 * ahead))
    ahead += road[k + 1]?.lengthM ?? 0
  }
  return fastest
}

const metresPerDegree = 111_195
/** Where made-up drives begin. */
export const origin = { lat: 48.2, lon: 16.37 }
/** When they begin. */
export const startTime = Date.UTC(2026, 4, 12, 8)

/** A place in metres east and north of `origin` as a point of a track. */
export function pointAt(
  eastM: number,
  northM: number,
  values: Partial<TrackPointValues> & { fixTime: number },
): TrackPointValues {
  return {
    latE7: Math.round((origin.lat + northM / metresPerDegree) * 1e7),
    lonE7: Math.round(
      (origin.lon + eastM / (metresPerDegree * Math.cos((origin.lat * Math.PI) / 180))) * 1e7,
    ),
    speedKmh: 0,
    courseDeg: 0,
    altitudeM: null,
    satellites: 9,
    accOn: true,
    odometerM: null,
    quality: 0,
    ...values,
  }
}

/** What a device with these errors reports of a drive, every `intervalS` seconds. */
export function reportDrive(
  drive: readonly DrivenSecond[],
  intervalS: number,
  { noiseM, speedKmh = 0.5, courseDeg = 3, acc = 'on' }: FixErrors,
  seed: number,
): TrackPointValues[] {
  const random = randomOf(seed * 7919 + 17)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const points: TrackPointValues[] = []
  // The error of a place is mostly that of the second before.
  const keep = Math.exp(-1 / 30)
  const fresh = Math.sqrt(1 - keep ** 2)
  let [eastError, northError] = [normal() * noiseM, normal() * noiseM]
  for (const [second, { eastM, northM, speedMs, heading }] of drive.entries()) {
    eastError = eastError * keep + normal() * noiseM * fresh
    northError = northError * keep + normal() * noiseM * fresh
    if (second % intervalS !== 0 && second !== drive.length - 1) continue
    const reportedKmh = Math.max(0, speedMs * 3.6 + normal() * speedKmh)
    const course = (heading * 180) / Math.PI + normal() * courseDeg
    points.push(
      pointAt(eastM + eastError, northM + northError, {
        fixTime: startTime + second * 1000,
        speedKmh: Math.round(reportedKmh * 10) / 10,
        courseDeg: ((Math.round(course) % 360) + 360) % 360,
        accOn: acc === 'unknown' ? null : acc === 'on',
      }),
    )
  }
  return points
}

/** The same as a track. */
export function trackOf(
  drive: readonly DrivenSecond[],
  intervalS: number,
  errors: FixErrors,
  seed: number,
): Track {
  return toTrack(reportDrive(drive, intervalS, errors, seed))
}

/** The same through a tunnel of so many seconds in its middle: nothing is reported there, and the rest is as it was. */
export function throughTunnel(points: readonly TrackPointValues[], tunnelS: number): TrackPointValues[] {
  const begin = (points[0]!.fixTime + points.at(-1)!.fixTime - tunnelS * 1000) / 2
  return points.filter(({ fixTime }) => fixTime <= begin || fixTime >= begin + tunnelS * 1000)
}
