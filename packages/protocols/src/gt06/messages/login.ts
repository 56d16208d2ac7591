/** The login 0x01: who is there, and in which zone its clock runs. Source: GT06 V1.8.1 "Login packet", Jimi "Type identification code". */
import type { Extra } from '../../protocol.ts'
import type { BodyReader } from '../../wire/body.ts'
import { type Gt06Decoding, refuse } from '../decoding.ts'
import { identityOf } from '../identity.ts'
import { readForm } from '../layouts/forms.ts'
import { logins } from '../layouts/states.ts'
import { applyZone } from '../session.ts'

export function readLogin(reader: BodyReader, decoding: Gt06Decoding): void {
  const { message, session } = decoding
  const { imei = '', deviceType, zoneWord } = readForm(logins, reader).values
  const identity = identityOf(imei)
  if (identity === null) {
    refuse(decoding, 'identity')
    return
  }
  message.identity = identity
  session.hasNoCrc = false
  if (deviceType === undefined) return
  const information: { [name: string]: Extra } = { deviceType: deviceType as string }
  if (typeof zoneWord === 'number') {
    information.zoneWord = zoneWord
    const zone = zoneMinutes(zoneWord)
    if (zone !== null) {
      applyZone(session, zone)
      information.utcOffsetMinutes = zone
    }
  }
  message.information = information
}

/** Bits 15 to 4: hours times 100 plus minutes; bit 3: west. A word of zeros holds neither zone nor language. */
function zoneMinutes(word: number): number | null {
  const value = word >> 4
  const minutes = Math.floor(value / 100) * 60 + (value % 100)
  const offset = word & 8 ? -minutes : minutes
  return word !== 0 && value % 100 < 60 && offset >= -720 - 45 && offset <= 840 ? offset : null
}
