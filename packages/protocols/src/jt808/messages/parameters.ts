/**
 * Terminal parameters of 0104 (and 8103): id, name, type. Source: JT/T 808-2013 table 12, -2019 table 12.
 * Numbers are read in any width from 1 to 4, because devices do not keep to the table's.
 */

import type { Extra } from '../../protocol.ts'
import type { BodyReader, WireType } from '../../wire/body.ts'
import { toHex } from '../../wire/bytes.ts'
import { hexRest, textRest } from '../../wire/texts.ts'
import { anyWidth } from '../../wire/types.ts'

const number = anyWidth as WireType<Extra>
const string = textRest as WireType<Extra>
const raw = hexRest as WireType<Extra>

const rows: readonly (readonly [id: number, name: string, type: WireType<Extra>])[] = [
  [0x0001, 'heartbeatS', number],
  [0x0002, 'tcpTimeoutS', number],
  [0x0003, 'tcpRepeats', number],
  [0x0004, 'udpTimeoutS', number],
  [0x0005, 'udpRepeats', number],
  [0x0006, 'smsTimeoutS', number],
  [0x0007, 'smsRepeats', number],
  [0x0010, 'apn', string],
  [0x0011, 'apnUser', string],
  [0x0012, 'apnPassword', string],
  [0x0013, 'server', string],
  [0x0014, 'backupApn', string],
  [0x0015, 'backupApnUser', string],
  [0x0016, 'backupApnPassword', string],
  [0x0017, 'backupServer', string],
  [0x0018, 'tcpPort', number],
  [0x0019, 'udpPort', number],
  [0x001a, 'cardServer', string],
  [0x001b, 'cardTcpPort', number],
  [0x001c, 'cardUdpPort', number],
  [0x001d, 'cardBackupServer', string],
  [0x0020, 'reportStrategy', number],
  [0x0021, 'reportPlan', number],
  [0x0022, 'intervalNoDriverS', number],
  [0x0023, 'slaveApn', string],
  [0x0024, 'slaveApnUser', string],
  [0x0025, 'slaveApnPassword', string],
  [0x0026, 'slaveServer', string],
  [0x0027, 'intervalAsleepS', number],
  [0x0028, 'intervalEmergencyS', number],
  [0x0029, 'intervalS', number],
  [0x002c, 'distanceM', number],
  [0x002d, 'distanceNoDriverM', number],
  [0x002e, 'distanceAsleepM', number],
  [0x002f, 'distanceEmergencyM', number],
  [0x0030, 'turnAngleDeg', number],
  [0x0031, 'illegalMovementRadiusM', number],
  [0x0032, 'forbiddenDriving', raw],
  [0x0040, 'platformPhone', string],
  [0x0041, 'resetPhone', string],
  [0x0042, 'factoryResetPhone', string],
  [0x0043, 'smsPlatformPhone', string],
  [0x0044, 'smsAlarmPhone', string],
  [0x0045, 'answerStrategy', number],
  [0x0046, 'maxCallS', number],
  [0x0047, 'maxMonthlyCallS', number],
  [0x0048, 'monitoringPhone', string],
  [0x0049, 'privilegedSmsPhone', string],
  [0x0050, 'alarmMask', number],
  [0x0051, 'alarmsBySms', number],
  [0x0052, 'alarmsThatShoot', number],
  [0x0053, 'alarmsThatStorePictures', number],
  [0x0054, 'keyAlarms', number],
  [0x0055, 'maxSpeedKmh', number],
  [0x0056, 'overspeedS', number],
  [0x0057, 'drivingWithoutRestS', number],
  [0x0058, 'drivingPerDayS', number],
  [0x0059, 'minRestS', number],
  [0x005a, 'maxParkingS', number],
  [0x005b, 'overspeedMargin100Mh', number],
  [0x005c, 'fatigueMarginS', number],
  [0x005d, 'collision', number],
  [0x005e, 'rolloverDeg', number],
  [0x0064, 'timedShots', number],
  [0x0065, 'distanceShots', number],
  [0x0070, 'pictureQuality', number],
  [0x0071, 'brightness', number],
  [0x0072, 'contrast', number],
  [0x0073, 'saturation', number],
  [0x0074, 'chroma', number],
  [0x0075, 'videoSettings', raw],
  [0x0076, 'videoChannels', raw],
  [0x0077, 'videoChannel', raw],
  [0x0079, 'videoAlarmRecording', raw],
  [0x007a, 'videoAlarmMask', number],
  [0x007b, 'videoAnalysis', raw],
  [0x007c, 'videoWakeUp', raw],
  [0x0080, 'odometer100M', number],
  [0x0081, 'province', number],
  [0x0082, 'city', number],
  [0x0083, 'plate', string],
  [0x0084, 'plateColour', number],
  [0x0090, 'gnssSystems', number],
  [0x0091, 'gnssBaud', number],
  [0x0092, 'gnssOutput', number],
  [0x0093, 'gnssSamplingS', number],
  [0x0094, 'gnssUpload', number],
  [0x0095, 'gnssUploadAmount', number],
  [0x0100, 'can1SamplingMs', number],
  [0x0101, 'can1UploadS', number],
  [0x0102, 'can2SamplingMs', number],
  [0x0103, 'can2UploadS', number],
  [0xf030, 'atText', string],
  [0xf364, 'adasSettings', raw],
  [0xf365, 'dsmSettings', raw],
  [0xf366, 'tyreSettings', raw],
  [0xf367, 'blindSpotSettings', raw],
  [0xf370, 'protocolKind', number],
]

const byId = new Map(rows.map(([id, name, type]) => [id, { name, type }]))

/** Parameters by name; one without a name, and one of the CAN list 0110-01FF, by its id. */
export const parameterList: WireType<{ [name: string]: Extra }> = {
  isNested: true,
  read: (r) => {
    const found: { [name: string]: Extra } = {}
    // The count that precedes the list can be wrong; the lengths are right.
    while (r.remaining >= 5) readParameter(r, found)
    if (r.remaining > 0) found.truncated = toHex(r.rest())
    return found
  },
}

function readParameter(r: BodyReader, found: { [name: string]: Extra }): void {
  const start = r.offset
  const id = r.u32()
  const length = r.u8()
  const row = byId.get(id)
  const name = row?.name ?? id.toString(16).padStart(4, '0')
  if (length > r.remaining) {
    found.truncated = toHex(r.bytes.subarray(start, r.end))
    r.skip(r.remaining)
    return
  }
  const value = (row?.type ?? raw).read(r.slice(length), {})
  r.trace?.add(
    start,
    r.offset - start,
    `${id.toString(16).padStart(4, '0')} ${row?.name ?? ''}`.trim(),
    value,
  )
  found[name] = value
}
