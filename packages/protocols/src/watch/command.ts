/**
 * Commands of watches: a keyword and values, answered by the keyword.
 * Source: 4P-Touch "Beesure / SeTracker" server protocol, "commands".
 */
import { type CommandTexts, textCommands } from '../wire/command-texts.ts'
import { seal } from './envelope.ts'
import type { WatchSession } from './session.ts'

const digit = (isOn: boolean): string => (isOn ? '1' : '0')

const texts: CommandTexts = {
  timer: ({ movingS }) => (movingS >= 60 && movingS <= 65_535 ? `UPLOAD,${movingS}` : null),
  locate: () => 'CR',
  version: () => 'VERNO',
  status: () => 'TS',
  sos: ({ numbers }) => `SOS,${numbers.join(',')}`,
  centreNumber: ({ number }) => `CENTER,${number}`,
  monitorCall: ({ number }) => `MONITOR,${number}`,
  devicePassword: ({ new: password }) => `PW,${password}`,
  server: ({ host, port, transport }) => (transport === 'tcp' ? `IP,${host},${port}` : null),
  apn: ({ name, user = '', password = '' }) => `APN,${name},${user},${password},`,
  reset: () => 'RESET',
  shutdown: () => 'POWEROFF',
  factory: () => 'FACTORY',
  sosAlarm: ({ isOn }) => `SOSSMS,${digit(isOn)}`,
  lowPowerAlarm: ({ isOn }) => `LOWBAT,${digit(isOn)}`,
  tamper: ({ isOn }) => `REMOVE,${digit(isOn)}`,
  takePhoto: () => 'rcapture',
}

export const encodeCommand = textCommands(texts, (content, session: WatchSession, { terminalId }) => {
  const keyword = content.split(',')[0]!.toUpperCase()
  const index = session.hasIndex ? '0001' : undefined
  return {
    content,
    frames: [seal(session.maker, session.terminalId || terminalId, index, content)],
    // One firmware answers to both with the same word.
    correlations: keyword === 'POWEROFF' ? [keyword, 'RESET'] : [keyword],
    // The device drops the line and comes back at the new place.
    ...(keyword === 'IP' && { isUnanswered: true }),
  }
})
