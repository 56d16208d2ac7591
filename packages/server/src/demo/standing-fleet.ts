import { deviceTypes } from '@trackway/core/codes/protocols.ts'
import { luhnDigit } from '@trackway/core/rules/validation.ts'
import type { CharacterName } from '@trackway/simulator/driving/characters.ts'
import { chance, hash } from '@trackway/simulator/random.ts'
import { type CityName, cityNamed } from '@trackway/simulator/roads/cities.ts'
import { writeOwnerRecords } from '../features/owner-records/queries.ts'
import type { Database } from '../platform/database/database.ts'
import type { DemoOwner } from './accounts.ts'
import { HistoryRows } from './history-rows.ts'
import { hasPlate, iconOf, nicknameOf, plateOf } from './vehicle-names.ts'

/**
 * Demo devices beside those that drive: in stock, not activated, gone silent, expired, of all protocols. They have a
 * place, a last contact, and a track of the hours that they stood there before it.
 */

const dayMs = 86_400_000
/** Those that reported later have a track: further back each day would need a partition for a device or two. */
const trackDays = 30
/** Reports of a parked vehicle, the last one at its last contact. */
const parkedReports = 8
const parkedEveryMs = 1_800_000

/** Owners and places of the devices: of so many shares. */
const owners: readonly (readonly [DemoOwner, CityName, number])[] = [
  ['yuanhang', 'Shenzhen', 18],
  ['shunda', 'Guangzhou', 9],
  ['nanfang', 'Guangzhou', 12],
  ['huadong', 'Shanghai', 10],
  ['beifang', 'Beijing', 7],
  ['jingcheng', 'Beijing', 6],
  ['tianjin', 'Beijing', 4],
  ['binhai', 'Beijing', 8],
  ['baiyangdian', 'Beijing', 4],
  ['chuanyu', 'Chengdu', 8],
  ['vietlink', 'Hanoi', 5],
  ['hoian', 'Hanoi', 4],
  ['saigon', 'Ho Chi Minh City', 5],
  ['siam', 'Bangkok', 6],
  ['rennes', 'Paris', 4],
  ['lefevre', 'Paris', 4],
  ['atlantico', 'Lisbon', 4],
  ['iberia', 'Madrid', 4],
  ['sever', 'Moscow', 7],
  ['deccan', 'Mumbai', 6],
  ['yangon', 'Yangon', 3],
  ['phnompenh', 'Phnom Penh', 3],
]
const shares = owners.flatMap(([owner, city, share]) =>
  Array.from({ length: share }, () => [owner, city] as const),
)
const kinds: readonly CharacterName[] = [
  'car',
  'van',
  'truck',
  'motorcycle',
  'taxi',
  'machine',
  'asset',
  'coldVan',
]

/** Names as people give them: long ones, and of every script. */
const longNames = [
  '深圳市南山区科技园至东莞松山湖园区员工通勤大巴（早班、含夜间返程加班专线）备用车辆',
  'Camion frigorifique de Saint-Rémy-en-Bouzemont-Saint-Genest-et-Isson, tournée du matin',
  'Служебный автомобиль главного инженера строительного управления № 17, корпус 2',
  'รถบรรทุกห้องเย็นสายกรุงเทพมหานคร–นครราชสีมา–อุบลราชธานี (สำรอง)',
  'شاحنة التوزيع الرئيسية – المنطقة الشرقية',
]

/** Registers those that are missing; the same on every machine. */
export async function ensureStandingFleet(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  accountIds: ReadonlyMap<string, number>,
  now: number,
  size: number,
): Promise<void> {
  const fleet = Array.from({ length: size }, (_, index) => standing(index, accountIds, now))
  const { rows: known } = await pool.query<{ count: number }>(
    'select count(*)::int from devices where terminal_id = any($1)',
    [fleet.map(({ terminal_id }) => terminal_id)],
  )
  if (known[0]!.count > 0) return
  const { rows } = await pool.query<{ id: number; terminal_id: string }>(
    `with row as (select * from jsonb_to_recordset($1) as r (terminal_id text, account_id int4, device_type_id int4,
         nickname text, car_number text, icon_type text, iccid text, sim text, activate_time int8,
         user_expire_time int8, platform_expire_time int8, create_time int8, heard_time int8, lat int4, lon int4, wire text)),
       added as (
         insert into devices (terminal_id, account_id, device_type_id, nickname, car_number, icon_type, iccid, sim,
           activate_time, user_expire_time, platform_expire_time, create_time)
         select terminal_id, account_id, device_type_id, nickname, car_number, icon_type, iccid, sim, activate_time,
           user_expire_time, platform_expire_time, create_time from row
         on conflict do nothing returning id, terminal_id),
       stated as (
         insert into device_states (device_id, change_time, connected_time, state_time, fix_time, latitude_e7, longitude_e7,
           speed_kmh, wire)
         select added.id, coalesce(heard_time, $2), heard_time, heard_time, heard_time, lat, lon,
           case when heard_time is not null then 0 end, wire
         from added join row using (terminal_id))
     select id, terminal_id from added order by id`,
    [JSON.stringify(fleet), now],
  )
  await writeTracks(pool, rows, fleet, now)
  const records = rows.flatMap(({ id }, n) => (n % 9 === 0 ? [ownerOf(id, n)] : []))
  await writeOwnerRecords(db, records, now)
  // What they consume, by account: the fuel of the reports is reckoned from it.
  await pool.query(
    `insert into level_settings (kind, account_id, own)
     select 'track', id, jsonb_build_object('fuelLPer100Km', litres, 'fuelLPerIdleHour', 1.2)
     from unnest($1::int4[], $2::float8[]) as row (id, litres) on conflict do nothing`,
    [['shunda', 'huadong', 'lefevre', 'sever'].map((name) => accountIds.get(name)), [14.5, 9.8, 24.6, 28.2]],
  )
  await pool.query(
    `insert into level_settings (kind, account_id, own) select 'tyre', id, $2::jsonb from unnest($1::int4[]) as id
     where id is not null on conflict do nothing`,
    [
      ['shunda', 'huadong', 'chuanyu', 'saigon', 'siam', 'lefevre', 'sever'].map((name) =>
        accountIds.get(name),
      ),
      JSON.stringify({ layout: 'truck3', axles: [{ lowKpa: 720, highKpa: 1_050 }] }),
    ],
  )
}

type Standing = ReturnType<typeof standing>

async function writeTracks(
  pool: Database['pool'],
  added: readonly { id: number; terminal_id: string }[],
  fleet: readonly Standing[],
  now: number,
): Promise<void> {
  const rows = new HistoryRows(pool)
  const byTerminalId = new Map(fleet.map((device) => [device.terminal_id, device]))
  for (const { id, terminal_id } of added) {
    const { heard_time, lat, lon } = byTerminalId.get(terminal_id)!
    if (heard_time === null || heard_time < now - trackDays * dayMs || lat === null) continue
    for (let before = parkedReports - 1; before >= 0; before--) {
      const fixTime = heard_time - before * parkedEveryMs
      rows.addPosition(id, fixTime, {
        fixTime,
        latitudeE7: lat,
        longitudeE7: lon,
        altitudeM: null,
        satellites: null,
        speedKmh: 0,
        courseDeg: 0,
        distanceM: 0,
        odometerM: null,
        quality: 0,
        accOn: null,
        extra: null,
      })
    }
    if (rows.isFull) await rows.flush()
  }
  await rows.flush()
}

function standing(index: number, accountIds: ReadonlyMap<string, number>, now: number) {
  const seed = hash(20_261_001, index)
  const [owner, cityName] = shares[Math.floor(chance(seed, 1) * shares.length)]!
  const city = cityNamed(cityName)
  const character = kinds[Math.floor(chance(seed, 2) * kinds.length)]!
  const type = deviceTypes[index % deviceTypes.length]!
  // Three of ten wait in stock; the others last reported between minutes and a year ago.
  const isActivated = chance(seed, 3) > 0.3
  const silentMs = Math.round(10 * 60_000 * (365 * 144) ** chance(seed, 4))
  const activateTime = isActivated ? now - silentMs - Math.round(chance(seed, 5) * 500 * dayMs) : null
  const [distance, angle] = [Math.sqrt(chance(seed, 6)) * city.radiusM, 2 * Math.PI * chance(seed, 7)]
  const lat = city.latitude + (distance * Math.cos(angle)) / 111_195
  const lon =
    city.longitude + (distance * Math.sin(angle)) / (111_195 * Math.cos((city.latitude * Math.PI) / 180))
  const is808 = type.wire === 'jt808' && index % 2 === 0
  const digits = `8675310${String(1_000_000 + index * 271).padStart(7, '0')}`
  const name = index % 60 === 7 ? longNames[Math.floor(index / 60) % longNames.length] : undefined
  return {
    terminal_id: is808
      ? `1441${String(3_100_000 + index * 41).padStart(7, '0')}`
      : digits + luhnDigit(digits),
    account_id: accountIds.get(owner),
    device_type_id: type.id,
    nickname: isActivated ? (name ?? nicknameOf(city, character, 100 + index)) : null,
    car_number: isActivated && hasPlate(character) ? plateOf(city, seed) : null,
    icon_type: iconOf(character),
    iccid: `8986${String(Math.floor(chance(seed, 8) * 1e8)).padStart(8, '0')}${String(index).padStart(8, '0')}`,
    sim: index % 3 === 0 ? `139${String(10_000_000 + index * 7)}` : null,
    activate_time: activateTime,
    user_expire_time: termOf(index, isActivated, now),
    platform_expire_time: index % 4 === 0 ? null : now + (200 + (index % 900)) * dayMs,
    // Before those that drive, which head the list of devices.
    create_time: Math.min(activateTime ?? now, now - (60 + (index % 300)) * dayMs),
    heard_time: isActivated ? now - silentMs : null,
    lat: isActivated && index % 50 !== 0 ? Math.round(lat * 1e7) : null,
    lon: isActivated && index % 50 !== 0 ? Math.round(lon * 1e7) : null,
    wire: isActivated ? type.wire : null,
  }
}

/** One in eleven has ended, one in nine ends within 30 days; some never end. */
function termOf(index: number, isActivated: boolean, now: number): number | null {
  if (!isActivated || index % 5 === 0) return null
  if (index % 11 === 3) return now - (1 + (index % 80)) * dayMs
  return now + (index % 9 === 4 ? 1 + (index % 30) : 40 + (index % 700)) * dayMs
}

const people = [
  '欧阳晓明',
  '王建国',
  '李静怡',
  'Nguyễn Thị Minh Khai',
  'Sébastien Lefèvre',
  'Анна Кузнецова',
  'สมชาย ใจดี',
]
const streets = [
  '广东省深圳市南山区科技园路 8 号',
  '上海市浦东新区张江高科技园区 201 号',
  '18 rue de Rivoli, 75004 Paris',
]

function ownerOf(deviceId: number, n: number) {
  return {
    deviceId,
    realName: people[n % people.length]!,
    idCard: `44030119${80 + (n % 20)}0${1 + (n % 9)}1${n % 9}${String(1000 + (n % 9000))}`,
    telephone: `138${String(10_000_000 + n * 37)}`,
    address: streets[n % streets.length]!,
    contract: `HX-2026-${String(n).padStart(5, '0')}`,
  }
}
