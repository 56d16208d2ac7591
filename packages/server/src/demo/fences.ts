import { fenceDefaults } from '@trackway/core/features/fences/calls.ts'
import type { FenceArea } from '@trackway/core/geo/area.ts'
import { type City, cityNamed } from '@trackway/simulator/roads/cities.ts'
import type { Db } from '../platform/database/database.ts'
import type { PlannedVehicle } from './fleet-plan.ts'

const metresPerDegree = 111_195

/**
 * Fences of every shape around the towns where the vehicles of an account drive, which count for all of them: they are
 * crossed while people look; and risk points there. Accounts that have fences keep theirs.
 */
export async function ensureFences(
  db: Db,
  fleet: readonly PlannedVehicle[],
  accounts: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  const times = { create_time: now, change_time: now, since_time: now }
  for (const [owner, vehicles] of Map.groupBy(fleet, (vehicle) => vehicle.owner)) {
    const accountId = accounts.get(owner)
    if (accountId === undefined) continue
    const known = await db
      .selectFrom('fences')
      .select('id')
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    if (known) continue
    const towns = [...new Set(vehicles.map(({ city }) => city))].slice(0, 3)
    const fences = towns.flatMap((town) => fencesOf(cityNamed(town)))
    const { alarmOn, dwellS, allowLbs } = fenceDefaults
    const added = await db
      .insertInto('fences')
      .values(
        fences.map(({ name, colour, area, speedLimitKmh = null }) => ({
          account_id: accountId,
          name,
          colour,
          tags: ['demo'],
          is_open: true,
          ...times,
          area: JSON.stringify(area),
          alarm_on: alarmOn,
          speed_limit_kmh: speedLimitKmh,
          dwell_s: dwellS,
          allow_lbs: allowLbs,
        })),
      )
      .returning('id')
      .execute()
    await db
      .insertInto('fence_accounts')
      .values(added.map(({ id }) => ({ fence_id: id, account_id: accountId, assign_time: now })))
      .execute()
    const points = towns.flatMap((town) => riskPointsOf(cityNamed(town)))
    if (points.length === 0) continue
    await db
      .insertInto('risk_points')
      .values(points.map((point) => ({ account_id: accountId, ...point, ...times })))
      .execute()
  }
}

interface DemoFence {
  name: string
  colour: string
  area: FenceArea
  speedLimitKmh?: number
}

/** The square before the railway station: a town of 2 km has no room for more. */
const stationSquare: DemoFence = {
  name: 'Rautatientori',
  colour: '#1677ff',
  area: { shape: 'rectangle', south: 60.1707, north: 60.1719, west: 24.9427, east: 24.9462 },
}

/** Places in a town, by shares of its radius north and east of its middle. */
const placesOf =
  ({ latitude, longitude, radiusM }: City) =>
  (north: number, east: number) => ({
    lat: latitude + (north * radiusM) / metresPerDegree,
    lon: longitude + (east * radiusM) / metresPerDegree / Math.cos((latitude * Math.PI) / 180),
  })

const chineseNames: Readonly<Record<string, string>> = {
  Shenzhen: '深圳',
  Guangzhou: '广州',
  Shanghai: '上海',
  Beijing: '北京',
  Chengdu: '成都',
}

/** What people of the town would call a place there. */
const namesIn =
  ({ name }: City) =>
  (what: string, chinese: string) =>
    name in chineseNames ? `${chineseNames[name]}${chinese}` : `${name}, ${what}`

function riskPointsOf(city: City) {
  if (city.name === 'Helsinki') return []
  const at = placesOf(city)
  const named = namesIn(city)
  return [
    {
      category: 'pawnShop',
      name: named('pawn shop', '典当行'),
      minutes: 30,
      radiusM: 150,
      place: at(0.35, -0.3),
    },
    {
      category: 'usedCarMarket',
      name: named('used-car market', '二手车市场'),
      minutes: 60,
      radiusM: 300,
      place: at(-0.4, 0.5),
    },
    {
      category: 'stripYard',
      name: named('strip yard', '拆车场'),
      minutes: 15,
      radiusM: 250,
      place: at(0.8, 0.1),
    },
  ].map(({ radiusM, place, ...point }) => ({
    ...point,
    note: null,
    area: JSON.stringify({ shape: 'circle', ...place, radiusM }),
  }))
}

function fencesOf(city: City): DemoFence[] {
  const { name, radiusM } = city
  if (name === 'Helsinki') return [stationSquare]
  const named = namesIn(city)
  const at = placesOf(city)
  const [southWest, northEast] = [at(0.2, 0.2), at(0.6, 0.6)]
  return [
    {
      name: named('centre', '市中心'),
      colour: '#1677ff',
      area: { shape: 'circle', ...at(0, 0), radiusM: Math.max(500, radiusM * 0.25) },
    },
    {
      name: named('north-east district', '东北片区'),
      colour: '#389e0d',
      area: {
        shape: 'rectangle',
        south: southWest.lat,
        west: southWest.lon,
        north: northEast.lat,
        east: northEast.lon,
      },
    },
    {
      name: named('south-west district', '西南片区'),
      colour: '#d46b08',
      area: { shape: 'polygon', corners: [at(-0.7, -0.6), at(-0.2, -0.7), at(-0.15, -0.2), at(-0.6, -0.1)] },
    },
    {
      name: named('main road', '主干道'),
      colour: '#c41d7f',
      area: { shape: 'corridor', line: [at(0.1, -0.7), at(0.3, -0.4), at(0.3, 0.1)], widthM: 400 },
      speedLimitKmh: 60,
    },
  ]
}
