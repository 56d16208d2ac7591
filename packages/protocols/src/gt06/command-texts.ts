/**
 * Texts of the commands of the GT06 family. Source: firmware of the Concox/Jimi family and manuals of BR05, S20, K100B,
 * R001 and R002 (work modes); a model whose text differs has its own in `DeviceProfile.commandTexts`.
 */
import { type CommandTexts, commandLine as line, tyreTexts, wayNumber } from '../wire/command-texts.ts'

const onOff = (isOn: boolean): string => (isOn ? 'ON' : 'OFF')
/** `NAME,OFF#` takes no values, `NAME,ON,…#` all of them. */
const switched = (name: string, isOn: boolean, ...values: readonly (number | string)[]): string =>
  `${[name, ...(isOn ? ['ON', ...values] : ['OFF'])].join(',')}#`
const tenths = (value: number): number => Math.round(value * 10)

const place = (degrees: number, [positive, negative]: string): string =>
  `${degrees < 0 ? negative : positive}${Number(Math.abs(degrees).toFixed(6))}`
const at = (latitude: number, longitude: number): string =>
  `${place(latitude, 'NS')},${place(longitude, 'EW')}`
const fenceSides = { in: 'IN', out: 'OUT', 'in/out': '' } as const

export const gt06Texts: CommandTexts = {
  oilCut: () => 'RELAY,1#',
  oilRestore: () => 'RELAY,0#',
  oilState: () => 'RELAY#',

  locate: () => 'WHERE#',
  mapLink: () => 'URL#',
  status: () => 'STATUS#',
  settings: () => 'PARAM#',
  network: () => 'GPRSSET#',
  version: () => 'VERSION#',
  iccid: () => 'ICCID#',
  selfCheck: () => 'CHECK#',
  fences: () => 'FENCE#',

  timer: ({ movingS, parkedS }) => line('TIMER', movingS, parkedS),
  distance: ({ distanceM }) => line('DISTANCE', distanceM),
  corner: ({ isOn, angleDeg, seconds }) => switched('ANGLEREP', isOn, angleDeg, seconds),
  heartbeat: ({ minutes, parkedMinutes }) => line('HBT', minutes, parkedMinutes),
  resendBatch: ({ isOn, points }) => switched('BATCH', isOn, points),
  staticFilter: ({ isOn, radiusM }) => switched('SF', isOn, radiusM),
  gpsOn: ({ minutes }) => line('GPSON', minutes),

  workMode: ({ mode, minutes, time }) => {
    if (mode === 'normal') return 'SWMODE,0,0#'
    if (mode === 'interval') return minutes === undefined ? null : line('SWMODE', 1, minutes)
    return time === undefined ? null : line('SWMODE', 2, time.replace(':', ''))
  },
  wakeMode: ({ mode, time, hours }) => {
    if (mode === 'normal') return 'WORKMODE,0,0,0#'
    if (mode === 'daily') return time === undefined ? null : line('WORKMODE', 1, time)
    return hours === undefined ? null : line('WORKMODE', 2, hours)
  },
  clockMode: ({ mode, everyS, time, hours, weekdays, alarmClocks }) => {
    if (mode === 'normal') return everyS === undefined ? null : line('MODE', 1, everyS)
    if (mode === 'hours')
      return time === undefined || hours === undefined ? null : line('MODE', 2, time, hours)
    if (mode === 'alarmClocks')
      return alarmClocks ? line('MODE', 4, alarmClocks.length, ...alarmClocks) : null
    return time === undefined || !weekdays ? null : line('MODE', 3, weekdays.join(''), time)
  },
  sleep: ({ seconds }) => line('SENDS', seconds),
  sleepLamp: ({ isOn }) => line('LEDSLEEP', onOff(isOn)),
  shutdown: () => 'SHUTDOWN#',

  movementAlarm: ({ isOn, radiusM, way }) => switched('MOVING', isOn, radiusM, wayNumber(way)),
  vibrationAlarm: ({ isOn, way }) => switched('SENALM', isOn, wayNumber(way)),
  sensitivity: ({ level }) => line('LEVEL', level),
  vibrationTimes: ({ detectS, delayS, pauseMinutes }) => line('SENSOR', detectS, delayS, pauseMinutes),
  powerOffAlarm: ({ isOn, way, detectS, chargedS }) =>
    switched('POWERALM', isOn, wayNumber(way), detectS, chargedS),
  lowPowerAlarm: ({ isOn, way }) => switched('BATALM', isOn, wayNumber(way)),
  externalLowAlarm: ({ isOn, way, lowV, normalV, seconds }) =>
    normalV < lowV
      ? null
      : switched('EXBATALM', isOn, wayNumber(way), tenths(lowV), tenths(normalV), seconds),
  externalLowCut: ({ isOn, way, lowV, normalV, seconds }) =>
    normalV < lowV
      ? null
      : switched('EXBATCUT', isOn, wayNumber(way), tenths(lowV), tenths(normalV), seconds),
  speedAlarm: ({ isOn, speedKmh, seconds, way }) =>
    switched('SPEED', isOn, seconds, speedKmh, wayNumber(way)),
  tamper: ({ isOn, way }) => switched('REMALM', isOn, wayNumber(way)),
  accAlarm: ({ isOn, way, seconds, on }) =>
    switched('ACCALM', isOn, wayNumber(way), seconds, { both: 0, off: 1, on: 2 }[on]),
  doorAlarm: ({ isOn, level }) => switched('DOORALM', isOn, level),
  simAlarm: ({ isOn }) => line('SIMALM', 'ON', isOn ? 1 : 0),
  blindAlarm: ({ isOn, enterS, leaveS, way }) => switched('BLINDALM', isOn, enterS, leaveS, wayNumber(way)),
  sosAlarm: ({ isOn, way, pressMs }) => switched('SOSALM', isOn, wayNumber(way), pressMs),
  harshAlarm: ({ isOn, way, seconds, acceleration, braking }) =>
    switched('SPEEDCHECK', isOn, wayNumber(way), seconds, acceleration, braking),
  corneringAlarm: ({ isOn, way, angleDeg, speedKmh, seconds }) =>
    switched('SWERVE', isOn, wayNumber(way), angleDeg, speedKmh, seconds),
  collisionAlarm: ({ isOn, way, level }) => switched('COLLIDE', isOn, wayNumber(way), level),
  jamAlarm: ({ isOn, way, seconds, action }) =>
    switched(
      ...(['JAMALM', isOn, seconds, { nothing: 0, cutSlow: 1, cutNow: 2, cutAccOff: 3 }[action]] as const),
      wayNumber(way),
    ),
  towAlarm: ({ isOn, way, distanceM }) => switched('SHIFT', isOn, distanceM, wayNumber(way)),

  // The radius is sent in 100 m, rounded up, so that it is no smaller than the one requested.
  fenceOn: ({ latitude, longitude, radiusM, alarmOn, way }) =>
    line(
      ...['FENCE', 'ON', 0, at(latitude, longitude), Math.ceil(radiusM / 100)],
      ...[fenceSides[alarmOn], wayNumber(way)],
    ),
  fenceRectangle: ({ south, west, north, east, alarmOn, way }) =>
    line(...['FENCE', 'ON', 1, at(south, west), at(north, east)], ...[fenceSides[alarmOn], wayNumber(way)]),
  fenceOff: () => 'FENCE,OFF#',

  defenceOn: () => '111#',
  defenceOff: () => '000#',
  defenceDelay: ({ minutes }) => line('DEFENSE', minutes),
  defenceMode: ({ mode }) => line('DEFMODE', mode === 'automatic' ? 0 : 1),
  resetAlarm: () => 'ALMCANCEL#',

  sos: ({ numbers }) => line('SOS', 'A', ...numbers),
  sosDelete: ({ places }) => line('SOS', 'D', ...places),
  centreNumber: ({ number }) => line('CENTER', 'A', number),
  centreNumberDelete: () => 'CENTER,D#',
  devicePassword: ({ old, new: next }) => (old === undefined ? null : line('PASSWORD', old, next)),
  language: ({ language }) => line('LANG', language === 'en' ? 0 : 1),
  monitorCall: ({ number }) => line('MONITOR', number),
  record: ({ length }) => line('LY', length),

  ...tyreTexts,

  reset: () => 'RESET#',
  factory: () => 'FACTORY#',
  server: ({ host, port, transport }) =>
    line('SERVER', /^[\d.]+$/.test(host) ? 0 : 1, host, port, transport === 'tcp' ? 0 : 1),
  apn: ({ name, user, password }) =>
    line('APN', name, ...(user || password ? [user ?? '', password ?? ''] : [])),
  timeZone: ({ utcOffsetMinutes }) => {
    const minutes = Math.abs(utcOffsetMinutes)
    return line('GMT', utcOffsetMinutes < 0 ? 'W' : 'E', Math.floor(minutes / 60), minutes % 60)
  },
  gprs: ({ isOn }) => line('GPRSON', isOn ? 1 : 0),
  mileage: ({ mileageKm }) => line('MILEAGE', 'ON', mileageKm, 1_000),
  externalPower: ({ isOn, everyS }) => switched('ADT', isOn, everyS),
  clearData: () => 'CLEAR#',
}
