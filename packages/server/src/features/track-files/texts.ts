import type { Language } from '@trackway/core/codes/languages.ts'
import { qualityBits } from '@trackway/core/codes/states.ts'

/** Words of track files; languages without their own read English. */
const texts = {
  en: {
    vehicle: 'Vehicle',
    terminalId: 'Terminal ID',
    period: 'Period',
    timeZone: 'Time zone',
    hiddenPoints: 'Points left out of mileage',
    included: 'included, with the reason',
    leftOut: 'not included',
    made: 'Made',
    time: 'Time',
    offset: 'UTC offset',
    latitude: 'Latitude',
    longitude: 'Longitude',
    speed: 'Speed (km/h)',
    course: 'Course (°)',
    altitude: 'Altitude (m)',
    satellites: 'Satellites',
    ignition: 'Ignition',
    odometer: 'Odometer (km)',
    reason: 'Left out because',
    on: 'on',
    off: 'off',
    track: 'Track',
    stops: 'Stops',
    noFix: 'no position fix',
    coarse: 'position by cell or Wi-Fi',
    jump: 'too far from the point before',
    drift: 'wandering while parked',
    future: 'time in the future',
  },
  cn: {
    vehicle: '车辆',
    terminalId: '终端号',
    period: '时间段',
    timeZone: '时区',
    hiddenPoints: '不计里程的点',
    included: '包含，并注明原因',
    leftOut: '不包含',
    made: '生成时间',
    time: '时间',
    offset: 'UTC 偏移',
    latitude: '纬度',
    longitude: '经度',
    speed: '速度 (km/h)',
    course: '方向 (°)',
    altitude: '海拔 (m)',
    satellites: '卫星数',
    ignition: 'ACC',
    odometer: '里程表 (km)',
    reason: '不计入的原因',
    on: '开',
    off: '关',
    track: '轨迹',
    stops: '停车',
    noFix: '未定位',
    coarse: '基站或 Wi-Fi 定位',
    jump: '与前一点相距过远',
    drift: '停车漂移',
    future: '时间在未来',
  },
} as const

export type TrackText = keyof (typeof texts)['en']

export function trackText(language: Language, key: TrackText): string {
  return texts[language === 'cn' ? 'cn' : 'en'][key]
}

const reasons = ['noFix', 'coarse', 'jump', 'drift', 'future'] as const

/** Why a point is left out of mileage, in words; '' for one that is not. */
export function reasonText(language: Language, quality: number): string {
  return reasons
    .filter((name) => (quality & qualityBits[name]) !== 0)
    .map((name) => trackText(language, name))
    .join(', ')
}
