import { fillSetup, hostKindOf } from '@trackway/core/features/commands/setup-texts.ts'
import { deviceTypeCalls } from '@trackway/core/features/device-types/calls.ts'
import { type HostReach, hostReach } from '@trackway/core/rules/host-reach.ts'
import { useCall } from '../../../base/queries/use-call.ts'

/** What a text says where nobody knows the value yet, in place of its braces. */
const blank = '…'

/** The address that devices of a model report to, and the text messages that set it. */
export function useSetUp(typeId: number) {
  const { data, error } = useCall(['deviceSetup', typeId], deviceTypeCalls.setup, { id: typeId })
  if (!data) return { error }
  // Until the operator sets one, the host that people open the platform by.
  const host = data.host ?? location.hostname
  const reach: HostReach = hostReach(host)
  /** Those of one device, each with whether it can be sent; a blank says what is missing. */
  const textsFor = (terminalID: string, apn: string) => {
    const known = {
      host,
      hostKind: hostKindOf(host),
      id: terminalID,
      ...(data.port !== null && { port: String(data.port) }),
      ...(apn.trim() && { apn: apn.trim(), apnUser: '', apnPassword: '' }),
    }
    return data.texts.map(({ text }) => {
      const filled = fillSetup(text, known)
      return { text: filled.text.replace(/\{\w+\}/g, blank), isWhole: filled.missing.length === 0 }
    })
  }
  const needsApn = data.texts.some(({ missing }) => missing.includes('apn'))
  /** The texts of all devices are the same. */
  const isSame = data.texts.every(({ missing }) => !missing.includes('id'))
  return { setUp: { ...data, host, reach, isSet: data.host !== null, needsApn, isSame, textsFor } }
}
