import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Language } from '@trackway/core/codes/languages.ts'
import { beforeAll, expect, test } from 'vitest'
import { addressNear } from './format-address.ts'
import type { Gazetteer } from './gazetteer.ts'
import { loadGazetteer } from './load-gazetteer.ts'

let gazetteer: Gazetteer
beforeAll(async () => {
  gazetteer = await loadGazetteer()
})

const words = (lat: number, lon: number, language: Language = 'en') =>
  addressNear(gazetteer.near(lat, lon)!, language).text

test.each([
  [
    22.56,
    114.03,
    '2.9 km NE of Zhuyuan, Shenzhen, Guangdong, China',
    '中国 广东省 深圳市 Zhuyuan 东北 2.9 km',
  ],
  [39.9075, 116.3972, 'Beijing, China', '中国 北京市'],
  [23.11667, 113.25, 'Guangzhou, Guangdong, China', '中国 广东省 广州市'],
  [48.8534, 2.3488, 'Paris, Île-de-France, France', '法国 Île-de-France 巴黎'],
  [25.03, 121.56, '4.2 km SE of Taipei, Taiwan', '中国 台湾省 台北市 东南 4.2 km'],
  [22.28142, 114.17258, 'Wan Chai, Hong Kong SAR China', '中国 香港特别行政区 湾仔区 Wan Chai'],
  // The capital, not a hall in it that another source of places has at the same point.
  [52.374, 4.8897, 'Amsterdam, North Holland, Netherlands', '荷兰 North Holland 阿姆斯特丹'],
])('%f, %f in English and Chinese', (lat, lon, english, chinese) => {
  expect(words(lat, lon)).toBe(english)
  expect(words(lat, lon, 'cn')).toBe(chinese)
})

test('a town is not given the Chinese name of a city elsewhere that sounds the same', () => {
  // Fuyang in Hangzhou is 富阳; 阜阳 is in Anhui.
  expect(words(30.0533, 119.9519, 'cn')).toBe('中国 浙江省 杭州市 富阳')
  expect(words(32.9, 115.8167, 'cn')).toContain('阜阳市')
  // Suzhou is two cities: 苏州 in Jiangsu and 宿州 in Anhui.
  expect(words(33.6361, 116.9789, 'cn')).toContain('宿州市')
  expect(words(31.3041, 120.5954, 'cn')).toContain('苏州市')
})

test.each([
  [22.19, 113.54, 'Macao SAR China', '中国 澳门特别行政区'],
  [22.155, 113.56, 'Taipa', '氹仔'],
  // In the reach of a large city, where no smaller place is near.
  [18.96, 72.82, '14.2 km SW of Mumbai', '孟买'],
  // A district of GeoNames' own names.
  [22.5403, 114.0614, 'Gangxia, Shenzhen', '深圳市 冈厦'],
])('%f, %f lies in %s, %s', (lat, lon, english, chinese) => {
  expect(words(lat, lon)).toContain(english)
  expect(words(lat, lon, 'cn')).toContain(chinese)
  expect(words(lat, lon)).not.toContain('Zhuhai')
})

test.each([
  // GeoNames has the letters of Japan.
  [49.5978, 117.4356, 'Manzhouli, Hulunbuir, Inner Mongolia, China', '中国 内蒙古自治区 呼伦贝尔市 满洲里'],
  // A town of a city that is no prefecture.
  [40.1421, 94.662, 'Shazhou, Dunhuang, Jiuquan, Gansu, China', '中国 甘肃省 酒泉市 敦煌 沙州'],
  // Districts without a prefecture.
  [45.756, 126.604, 'Daoli, Harbin, Heilongjiang, China', '中国 黑龙江省 哈尔滨市 道里'],
])('%f, %f has its city: %s, %s', (lat, lon, english, chinese) => {
  expect(words(lat, lon)).toBe(english)
  expect(words(lat, lon, 'cn')).toBe(chinese)
})

test('names of places in China have the letters of China', () => {
  const places = ['阳', '门', '东', '满'].flatMap((letter) => gazetteer.search(letter, 50))
  const names = places.flatMap(({ countryCode, translated }) =>
    countryCode === 'CN' ? (translated.cn ?? []) : [],
  )
  expect(names.length).toBeGreaterThan(50)
  expect(names.join()).not.toMatch(/[満陽東門龍竜恵徳順遼麗]/)
})

test.each([
  ['the strait of Malacca', 3.5, 99.9],
  ['the gulf of Finland', 59.8, 24.9],
  ['the South China Sea', 17.5, 111],
])('out on %s no village is named', (_, lat, lon) => {
  expect(gazetteer.near(lat, lon)).toBeNull()
})

test.each(['th', 'km', 'my'] as const)('a place has its name in %s', (language) => {
  const names = { th: 'พนมเปญ', km: 'ភនពេញ', my: 'ဖနွမ်းပင်မြို့' }
  expect(addressNear(gazetteer.near(11.55, 104.92)!, language).text).toContain(names[language])
})

test('a place is found by its name, however it is written, the largest first', () => {
  const found = (text: string) =>
    gazetteer.search(text, 3).map(({ name, countryCode }) => `${name} ${countryCode}`)
  expect(found('sao paulo')[0]).toBe('São Paulo BR')
  expect(found('北京')[0]).toBe('Beijing CN')
  expect(found('Fuyang')).toEqual(['Fuyang CN', 'Fuyang CN', 'Fuyang CN'].slice(0, found('Fuyang').length))
  expect(found(' ')).toEqual([])
})

test('other languages have their own countries and numbers', () => {
  expect(words(22.56, 114.03, 'fr')).toBe('2,9\u202fkm NE of Zhuyuan, Shenzhen, Guangdong, Chine')
})

test('the narrow form leaves out what the second division implies', () => {
  const near = gazetteer.near(22.56, 114.03)!
  expect(addressNear(near, 'en').short).toBe('2.9 km NE of Zhuyuan, Shenzhen')
  expect(addressNear(near, 'cn').short).toBe('深圳市 Zhuyuan 东北 2.9 km')
})

test('far out at sea there is no place', () => {
  expect(gazetteer.near(0, 0)).toBeNull()
  expect(gazetteer.near(-48.9, -123.4)).toBeNull()
  // In the Bay of Biscay and the Arabian Sea, nearer to a coast.
  expect(gazetteer.near(45, -5)).toBeNull()
  expect(gazetteer.near(20, 65)).toBeNull()
  expect(gazetteer.near(40, 85)).not.toBeNull()
})

test('the nearest place may lie beyond the date line', () => {
  const west = gazetteer.near(-16.8, 179.999)
  const east = gazetteer.near(-16.8, -179.999)
  expect(east?.name).toBe(west?.name)
  expect(Math.abs(east!.distanceM - west!.distanceM)).toBeLessThan(300)
})

test('it is made once, kept, and made again when the kept file is of no use', async () => {
  const folder = `${await mkdtemp(join(tmpdir(), 'gazetteer-'))}/`
  const first = await loadGazetteer(folder)
  const [file] = await readdir(folder)
  const second = await loadGazetteer(folder)
  expect(second.near(22.56, 114.03)).toEqual(first.near(22.56, 114.03))

  await writeFile(folder + file, 'cut off')
  const third = await loadGazetteer(folder)
  expect(third.places).toBe(first.places)
  await rm(folder, { recursive: true })
})
