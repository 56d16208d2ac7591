/**
 * Commands of Meitrack: `@@<id><length>,<IMEI>,<command>*<sum>`; the reply has the id.
 * Source: Meitrack GPRS protocol, "commands".
 */
import { type CommandTexts, textCommands } from '../wire/command-texts.ts'
import type { WireSession } from '../wire/message.ts'
import { seal } from './envelope.ts'

/** Intervals count in tens of seconds. */
const tens = (seconds: number): number | null => (seconds % 10 === 0 ? seconds / 10 : null)

const texts: CommandTexts = {
  oilCut: () => 'C01,20,12222',
  oilRestore: () => 'C01,0,02222',
  locate: () => 'A10',
  version: () => 'E91',
  heartbeat: ({ minutes }) => `A11,${minutes}`,
  timer: ({ movingS }) => (tens(movingS) === null ? null : `A12,${tens(movingS)}`),
  corner: ({ isOn, angleDeg }) => `A13,${isOn ? angleDeg : 0}`,
  distance: ({ distanceM }) => `A14,${distanceM}`,
  speedAlarm: ({ isOn, speedKmh }) => `B07,${isOn ? speedKmh : 0}`,
  fenceOn: ({ latitude, longitude, radiusM, alarmOn }) =>
    `B05,1,${latitude.toFixed(6)},${longitude.toFixed(6)},${radiusM},${alarmOn === 'out' ? 0 : 1},${alarmOn === 'in' ? 0 : 1}`,
  fenceOff: () => 'B06,1',
  defenceOn: () => 'B21,1',
  defenceOff: () => 'B21,0',
  // The times of its reports are UTC only as long as its zone is 0; and an empty access point in A21 takes it off the
  // network: who knows the access point writes A21 as a text, or as the text of the model.
  reset: () => 'F01',
  factory: () => 'F11',
  clearData: () => 'F09,3',
  mileage: ({ mileageKm }) => `F08,0,${mileageKm * 1_000}`,
  takePhoto: () => 'D03,1,camera_picture.jpg',
}

const firstId = 0x41
const lastId = 0x7a

export const encodeCommand = textCommands(texts, (content, _session: WireSession, { flag, terminalId }) => {
  const id = String.fromCharCode(firstId + (flag % (lastId - firstId + 1)))
  return { content, frames: [seal('@@', id, terminalId, content)], correlations: [id] }
})
