/** 0100 register, 0102 authenticate, 0107 attributes: who the device is. Source: JT/T 808-2011, -2013 8.5 to 8.8 and -2019 8.8 to 8.11. */

import { isImei } from '@trackway/core/rules/validation.ts'
import type { Extra } from '../../protocol.ts'
import { type BodyReader, body, readBody, type Values, type WireType } from '../../wire/body.ts'
import { toHex } from '../../wire/bytes.ts'
import { gbkBytes, gbkText, isGbkText } from '../../wire/gbk.ts'
import { malform } from '../../wire/message.ts'
import { bcdDigits, text, text8, textRest } from '../../wire/texts.ts'
import { bitNames, u8, u16 } from '../../wire/types.ts'
import { answerGeneral, type Decoding, generalResult } from '../decoding.ts'
import { buildFrame } from '../envelope.ts'
import { imeiInCode, withBodyId } from '../identity.ts'
import { takeSerial } from '../session.ts'

/** An id as text, or its bytes as hex where they are digits in BCD. */
const idText = (length: number): WireType<string> => ({
  size: length,
  read: (r) => {
    const bytes = r.take(length)
    const found = gbkText(bytes)
    if (/^[\x20-\x7e]*$/.test(found)) return found
    return toHex(bytes).replace(/^(00)+|(00|ff)+$/g, '')
  },
  write: (w, v) => text(length).write?.(w, v, {}),
})

const colours: Record<number, string> = {
  0: 'none',
  1: 'blue',
  2: 'yellow',
  3: 'black',
  4: 'white',
  5: 'green',
  9: 'other',
  91: 'yellowGreen',
  92: 'greenFarm',
  93: 'yellowGreen2',
  94: 'greenGradient',
}

const plateColour: WireType<string | number> = {
  size: 1,
  read: (r) => {
    const code = r.u8()
    return colours[code] ?? code
  },
  write: (w, v) => {
    const known = Object.entries(colours).find(([, name]) => name === v)
    w.u8(known ? Number(known[0]) : Number(v) || 0)
  },
}

const register = (maker: number, model: number, id: number) =>
  body({
    province: u16,
    city: u16,
    maker: text(maker),
    model: idText(model),
    makersId: idText(id),
    plateColour,
    plate: textRest,
  })

export const register2011 = register(5, 8, 7)
export const register2013 = register(5, 20, 7)
export const register2019 = register(11, 30, 30)

/**
 * Nothing in a frame distinguishes 2011 from 2013. Where both are long enough, the reading counts whose colour and
 * plate are possible; 2013 where both are.
 */
function registerBody(r: BodyReader): typeof register2013 | undefined {
  const length = r.remaining
  if (r.context.is2019 && length >= register2019.least) return register2019
  if (length >= register2013.least) {
    const is2013 = isPlateAt(r, register2013.least - 1)
    return is2013 || !isPlateAt(r, register2011.least - 1) ? register2013 : register2011
  }
  return length >= register2011.least ? register2011 : undefined
}

const isPlateAt = (r: BodyReader, at: number): boolean =>
  r.bytes[r.offset + at]! in colours && isGbkText(r.bytes.subarray(r.offset + at + 1, r.end))

export function readRegister(r: BodyReader, decoding: Decoding): void {
  const table = registerBody(r)
  if (table === undefined) {
    malform(decoding, 'fields')
    return
  }
  const { plateColour: colour, plate, ...found } = readBody(table, r)
  // Without a plate its field holds the VIN.
  const vehicle: Values = colour === 'none' ? { vin: plate } : { plateColour: colour, plate }
  const information = withoutEmpty({ ...found, ...vehicle })
  decoding.message.information = information
  if (typeof information.makersId === 'string' && isImei(information.makersId))
    learnImei(decoding, information.makersId)
}

/** The IMEI is one more name of the device, also in what it sends after this. */
export function learnImei({ message, session }: Decoding, imei: string): void {
  message.information = { ...message.information, imei }
  if (!message.identity || message.identity.terminalIds.includes(imei)) return
  message.identity = withBodyId(message.identity, imei)
  if (session.layout) session.layout = { ...session.layout, identity: message.identity }
}

function withoutEmpty(values: Values): { [name: string]: Extra } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined))
}

/** Result 0 with a code for a known device; 4, "terminal unknown", for another. */
export function answerRegister(decoding: Decoding): void {
  const { header, session, message } = decoding
  if (message.kind === 'malformed') {
    answerGeneral(decoding, generalResult.wrong)
    return
  }
  const serial = takeSerial(session)
  const answered = [header.serial >> 8, header.serial & 0xff]
  // Without a server that keeps codes, the id itself.
  const code = gbkBytes(session.profile.newCode ?? toHex(header.rawId).replace(/^0+/, ''))
  message.isRegistration = true
  message.replies.push(buildFrame(header, 0x8100, serial, [...answered, 0, ...code]))
  message.refusals.push(buildFrame(header, 0x8100, serial, [...answered, 4]))
}

export const authenticate2013 = body({ authCode: textRest })
export const authenticate2019 = body({ authCode: text8, imei: text(15), firmware: text(20) })

export function readAuthenticate(r: BodyReader, decoding: Decoding): void {
  const is2019 = r.context.is2019 && 1 + r.peek() + 35 === r.remaining
  const found: { authCode?: string; imei?: string } = readBody(
    is2019 ? authenticate2019 : authenticate2013,
    r,
  )
  const { authCode = '', ...facts } = found
  // The code is a secret, and no fact about the device.
  decoding.message.information = withoutEmpty(facts)
  decoding.message.code = authCode
  const imei = isImei(found.imei ?? '') ? found.imei : imeiInCode(found.authCode ?? '')
  if (imei) learnImei(decoding, imei)
}

const terminalTypes = [
  'passenger',
  'dangerous',
  'freight',
  'taxi',
  '',
  '',
  'diskRecorder',
  'split',
  'trailer',
]
const modems = ['gprs', 'cdma', 'tdScdma', 'wcdma', 'cdma2000', 'tdLte', '', 'other']

const attributes = (maker: number, model: number, id: number) =>
  body({
    terminalType: bitNames(u16, terminalTypes),
    maker: text(maker),
    model: idText(model),
    makersId: idText(id),
    iccid: bcdDigits(10),
    hardware: text8,
    firmware: text8,
    gnss: bitNames(u8, ['gps', 'beidou', 'glonass', 'galileo']),
    modem: bitNames(u8, modems),
  })

export const attributes2013 = attributes(5, 20, 7)
export const attributes2019 = attributes(5, 30, 30)

/** Makers and editions disagree on three lengths; the one for which all lengths add up is right. */
const attributeForms = [
  [5, 20, 7],
  [5, 30, 30],
  [11, 30, 30],
].map((lengths) => ({ lengths, table: attributes(lengths[0]!, lengths[1]!, lengths[2]!) }))

/** 8001: the code was right, or it was not. */
export function answerAuthenticate(decoding: Decoding): void {
  const { header, session, message } = decoding
  const isMalformed = message.kind === 'malformed'
  const serial = takeSerial(session)
  const answer = (result: number) =>
    buildFrame(header, 0x8001, serial, [
      header.serial >> 8,
      header.serial & 0xff,
      header.id >> 8,
      header.id & 0xff,
      result,
    ])
  message.replies.push(answer(isMalformed ? generalResult.wrong : generalResult.ok))
  message.refusals.push(answer(generalResult.failed))
}

export function readAttributes(r: BodyReader, decoding: Decoding): void {
  const form = attributeForms.find(({ lengths }) => {
    const hardwareAt = 2 + lengths.reduce((sum, length) => sum + length, 0) + 10
    const hardware = r.bytes[r.offset + hardwareAt]
    const firmware = r.bytes[r.offset + hardwareAt + 1 + (hardware ?? 0)]
    return hardware !== undefined && hardwareAt + 1 + hardware + 1 + (firmware ?? 0) + 2 === r.remaining
  })
  const fallback = r.context.is2019 ? attributeForms[1]! : attributeForms[0]!
  const found = withoutEmpty(readBody((form ?? fallback).table, r))
  decoding.message.information = found
  // 8107 is the only question that has this answer, which names no serial.
  decoding.message.command = { correlation: '0107', result: 'success' }
  if (typeof found.makersId === 'string' && isImei(found.makersId)) learnImei(decoding, found.makersId)
}
