import { describe, expect, test } from 'vitest'
import { isInChina, isInMainlandChina } from './china.ts'

/** Named places as lon, lat in WGS-84. Those at a crossing are 100 to 300 m from the border. */
type Place = [name: string, lon: number, lat: number]

const shenzhen: Place[] = [
  ['Futian', 114.068, 22.546],
  ['Shenzhen civic centre', 114.0545, 22.5455],
  ['Futian checkpoint', 114.0636, 22.5195],
  ['Huanggang port', 114.0705, 22.5228],
  ['Shenzhen railway station', 114.1128, 22.534],
  ['Luohu, Dongmen', 114.118, 22.546],
  ['Wenjindu', 114.124, 22.5425],
  ['Liantang', 114.165, 22.568],
  ['Nanshan', 113.93, 22.53],
  ['Shekou', 113.912, 22.482],
  ['Shenzhen Bay port', 113.945, 22.504],
  ['Qianhai', 113.893, 22.523],
  ['Shatoujiao', 114.232, 22.556],
  ['Yantian', 114.236, 22.561],
  ['Yantian port', 114.27, 22.575],
  ["Dapeng, Nan'ao", 114.48, 22.537],
  ['Inner Lingding', 113.805, 22.413],
  ['Guishan island', 113.826, 22.138],
  ['Outer Lingding', 114.033, 22.1],
]
const hongKong: Place[] = [
  ['Lok Ma Chau station', 114.0657, 22.5145],
  ['Lok Ma Chau Loop', 114.081, 22.521],
  ['Lo Wu station', 114.1133, 22.5283],
  ['Sheung Shui', 114.128, 22.501],
  ['Ta Kwu Ling', 114.158, 22.5405],
  ['Yuen Long', 114.033, 22.445],
  ['Tin Shui Wai', 114.003, 22.459],
  ['Lau Fau Shan', 113.984, 22.469],
  ['Tuen Mun', 113.974, 22.391],
  ['Tai Po', 114.169, 22.451],
  ['Sha Tau Kok', 114.22, 22.546],
  ['Crooked Island', 114.3, 22.548],
  ['Ping Chau', 114.432, 22.543],
  ['Kowloon', 114.173, 22.31],
  ['Central', 114.158, 22.282],
  ['Chek Lap Kok airport', 113.914, 22.309],
  ['Tai O', 113.862, 22.254],
  ['Po Toi', 114.263, 22.165],
]
const zhuhai: Place[] = [
  ['Gongbei', 113.548, 22.221],
  ['Zhuhai station', 113.544, 22.2195],
  ['Wanzai', 113.523, 22.196],
  ['Xiangzhou', 113.577, 22.27],
  ['Hengqin port', 113.541, 22.14],
  ['Hengqin, Chimelong', 113.532, 22.1],
  ['Hengqin, west', 113.48, 22.13],
]
const macau: Place[] = [
  ['Border Gate', 113.549, 22.2153],
  ['Ilha Verde', 113.5375, 22.2105],
  ['Inner Harbour', 113.5345, 22.194],
  ['Senado', 113.54, 22.1936],
  ['Taipa', 113.558, 22.156],
  ['Cotai', 113.561, 22.145],
  ['Coloane', 113.5525, 22.117],
  ['Airport', 113.591, 22.149],
]
const taiwan: Place[] = [
  ['Taipei', 121.56, 25.03],
  ['Kaohsiung', 120.3, 22.62],
  ['Kinmen', 118.32, 24.435],
]
const fujian: Place[] = [
  ['Xiamen', 118.09, 24.48],
  ["Xiamen, Xiang'an", 118.25, 24.61],
  ['Lianjiang, Huangqi', 119.88, 26.33],
  ['Quanzhou, Weitou', 118.565, 24.53],
  // Matsu is too small for the outline, so the sea margin of the mainland takes it in.
  ['Nangan', 119.94, 26.155],
]

describe('Google shifts the mainland only', () => {
  test.each([...shenzhen, ...zhuhai, ...fujian])('%s: shifted', (_name, lon, lat) =>
    expect(isInMainlandChina(lon, lat)).toBe(true),
  )
  test.each([...hongKong, ...macau, ...taiwan])('%s: not shifted', (_name, lon, lat) => {
    expect(isInMainlandChina(lon, lat)).toBe(false)
    expect(isInChina(lon, lat)).toBe(true)
  })
})

/** Towns that face each other across a land border, Chinese first. */
const borderTowns: [...Place, ...Place][] = [
  ['Dandong', 124.383, 40.129, 'Sinuiju', 124.398, 40.1],
  ["Ji'an", 126.19, 41.125, 'Manpo', 126.29, 41.155],
  ['Changbai', 128.2, 41.42, 'Hyesan', 128.178, 41.397],
  ['Tumen', 129.843, 42.968, 'Namyang', 129.86, 42.95],
  ['Hunchun', 130.366, 42.862, 'Kraskino', 130.78, 42.71],
  ['Suifenhe', 131.15, 44.41, 'Pogranichny', 131.38, 44.41],
  ['Fuyuan', 134.31, 48.36, 'Khabarovsk', 135.08, 48.48],
  ['Heihe', 127.5, 50.245, 'Blagoveshchensk', 127.53, 50.28],
  ['Manzhouli', 117.43, 49.59, 'Zabaykalsk', 117.327, 49.651],
  ['Erenhot', 111.97, 43.65, 'Zamyn-Uud', 111.905, 43.725],
  ['Alashankou', 82.57, 45.17, 'Dostyk', 82.48, 45.25],
  ['Horgos', 80.42, 44.205, 'Khorgos', 80.37, 44.22],
  ['Tashkurgan', 75.23, 37.77, 'Sost', 74.87, 36.69],
  ['Nyalam', 85.98, 28.155, 'Barabise', 85.9, 27.79],
  ['Ruili', 97.852, 24.013, 'Muse', 97.905, 23.992],
  ['Jiegao', 97.885, 23.979, 'Muse, south', 97.905, 23.975],
  ['Hekou', 103.955, 22.515, 'Lao Cai', 103.971, 22.485],
  ['Pingxiang', 106.766, 22.094, 'Dong Dang', 106.695, 21.945],
  ['Dongxing', 107.97, 21.55, 'Mong Cai', 107.966, 21.524],
]

describe('of two towns at a land border only the Chinese one is shifted', () => {
  test.each(borderTowns)('%s', (_name, lon, lat, _otherName, otherLon, otherLat) => {
    expect(isInChina(lon, lat)).toBe(true)
    expect(isInChina(otherLon, otherLat)).toBe(false)
  })
})
