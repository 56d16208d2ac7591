import { publicUrl } from '../../platform/mail/stored-mail.ts'
import { processSettings } from '../../platform/settings/process-settings.ts'

/** Where devices report to here; null: the operator has set neither a host nor a public address. */
export function ownHost(): string | null {
  const url = publicUrl()
  return processSettings.deviceHost ?? (url === null ? null : new URL(url).hostname)
}

/** Does the address lead here? Several ports of one host are the same platform. */
export const isOwnAddress = ({ host }: { host: string }): boolean =>
  host.toLowerCase() === ownHost()?.toLowerCase()

/** The port here that takes devices of any protocol; null: it is closed. */
export const ownPort = (): number | null => processSettings.devicePorts.detect || null
