/**
 * What a server sends to a Teltonika device: text in codec 12. Its reply carries no number, so one at a time.
 * Source: Teltonika wiki, "Codec 12", "FMB SMS/GPRS commands list" and "FMB parameter list".
 */
import { type CommandTexts, textCommands } from '../wire/command-texts.ts'
import type { WireSession } from '../wire/message.ts'
import { Writer } from '../wire/writer.ts'
import { codecs, seal } from './envelope.ts'

/** Numbers of parameters, of the home network where there are several. */
const ids = {
  apn: 2001,
  apnUser: 2002,
  apnPassword: 2003,
  host: 2004,
  port: 2005,
  transport: 2006,
  parkedS: 10000,
  parkedSendS: 10005,
  movingS: 10050,
  distanceM: 10051,
  angleDeg: 10052,
  movingSendS: 10055,
} as const

/** The parameters that are given, in one command. */
function set(values: { readonly [name in keyof typeof ids]?: number | string | undefined }): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return `setparam ${given.map(([name, value]) => `${ids[name as keyof typeof ids]}:${value}`).join(';')}`
}

const texts: CommandTexts = {
  oilCut: () => 'setdigout 1',
  oilRestore: () => 'setdigout 0',
  oilState: () => 'getio',
  locate: () => 'getgps',
  status: () => 'getstatus',
  network: () => 'getstatus',
  version: () => 'getver',
  iccid: () => 'getimeiccid',
  selfCheck: () => 'getinfo',
  timer: ({ movingS, parkedS }) => set({ movingS, movingSendS: movingS, parkedS, parkedSendS: parkedS }),
  distance: ({ distanceM }) => set({ distanceM }),
  corner: ({ isOn, angleDeg }) => set({ angleDeg: isOn ? angleDeg : 0 }),
  reset: () => 'cpureset',
  factory: () => 'defaultcfg',
}

export const encodeCommand = textCommands(texts, (content, _session: WireSession) => {
  return { content, frames: [encodeText(content)], correlations: [] }
})

const commandType = 5
const answerType = 6

/** A text as a server sends it, or with `isAnswer` as a device does. */
export function encodeText(text: string, isAnswer = false): Uint8Array {
  const data = new Writer()
  data.u8(codecs.codec12)
  data.u8(1)
  data.u8(isAnswer ? answerType : commandType)
  data.u32(text.length)
  data.ascii(text)
  data.u8(1)
  return seal(data.done())
}
