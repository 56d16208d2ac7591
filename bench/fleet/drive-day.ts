import { newTrack, type Track } from '@trackway/core/track/columns.ts'

export const pointsPerDay = 8_640
const stepMs = 10_000

/**
 * A day of a vehicle that reports every ten seconds: four hours of town driving, four hours of standing, and
 * again, with the errors of a real receiver. The same day every time.
 */
export function driveDay(dayStart: number, seed: number): Track {
  const random = generator(seed)
  const error = () => random() + random() + random() + random() - 2
  const track = newTrack(pointsPerDay)
  let [lat, lon, course, speed, odometerM, wanted] = [31.2, 121.4, 90, 0, 10_000_000, 50]
  for (let i = 0; i < pointsPerDay; i++) {
    const isDriving = i % 2_880 < 1_440
    if (isDriving) {
      if (random() < 0.1) wanted = random() * 90
      speed += (wanted - speed) * 0.3
      const turn = random() < 0.15 ? (random() - 0.5) * 120 : error() * 3
      course = (course + turn + 360) % 360
    } else speed = 0
    const metres = (speed / 3.6) * (stepMs / 1000)
    lat += (metres * Math.cos((course * Math.PI) / 180)) / 111_195
    lon += (metres * Math.sin((course * Math.PI) / 180)) / 111_195 / Math.cos((lat * Math.PI) / 180)
    odometerM += metres
    const wander = () => (isDriving ? error() * 1e-5 : 0)
    track.fixTime[i] = dayStart + i * stepMs + (random() < 0.03 ? 1000 : 0)
    track.latE7[i] = Math.round((lat + wander()) * 1e7)
    track.lonE7[i] = Math.round((lon + wander()) * 1e7)
    track.speedKmh[i] = Math.round(speed)
    track.courseDeg[i] = Math.floor(course)
    track.altitudeM[i] = 12
    track.satellites[i] = isDriving ? 8 + Math.floor(random() * 3) : 9
    track.accOn[i] = isDriving ? 1 : 0
    track.odometerM[i] = odometerM
  }
  return track
}

function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
