import { fillSetup, hostKindOf } from '@trackway/core/features/commands/setup-texts.ts'
import type { deviceTypeCalls } from '@trackway/core/features/device-types/calls.ts'
import { protocolByName } from '@trackway/protocols/registry.ts'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { publicUrl } from '../../platform/mail/stored-mail.ts'
import { processSettings } from '../../platform/settings/process-settings.ts'

/** Where devices report to: without a setting, where people open the platform. */
const hostOf = (): string | null => {
  const url = publicUrl()
  return processSettings.deviceHost ?? (url === null ? null : new URL(url).hostname)
}

type SetupRequest = z.output<typeof deviceTypeCalls.setup.input>

/** @throws {Refusal} `unknownDeviceType`, also for one that the caller does not see */
export async function findSetup(
  db: Db,
  scope: Scope,
  { id, terminalID, apn, apnUser = '', apnPassword = '' }: SetupRequest,
): Promise<z.output<typeof deviceTypeCalls.setup.output>> {
  const type = await db
    .selectFrom('device_types')
    .select(['wire', 'setup_texts'])
    .where('id', '=', id)
    .$if(scope.isOfFactoryTypes === true, (query) => query.where('factory_visible', '=', true))
    .executeTakeFirstOrThrow(refusal('unknownDeviceType'))
  const { wire, setup_texts: setupTexts } = type
  const protocol = protocolByName(wire)
  const { devicePorts } = processSettings
  const transports = [...(protocol?.transports ?? [])]
  const own = protocol ? devicePorts[protocol.name] : undefined
  // The port that finds the protocol by itself takes all that come over TCP.
  const port = own || (transports.includes('tcp') && devicePorts.detect) || null
  const host = hostOf()
  const values = {
    ...(host !== null && { host, hostKind: hostKindOf(host) }),
    ...(port !== null && { port: String(port) }),
    ...(terminalID !== undefined && { id: terminalID }),
    ...(apn && { apn, apnUser, apnPassword }),
  }
  return { wire, host, port, transports, texts: setupTexts.map((text) => fillSetup(text, values)) }
}
