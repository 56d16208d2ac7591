import type { Db } from '../../../platform/database/database.ts'
import { providerNamed, settingsOfOne } from '../../../platform/provider.ts'
import { storedSetting } from '../../../platform/stored-setting.ts'
import type { TextCarrier } from '../channels/text-carrier.ts'
import { mayUseSandbox } from './sandbox.ts'
import type { TextProvider } from './text-provider.ts'
import { textProviders } from './text-providers.ts'

export const textSettings = settingsOfOne(textProviders, 'provider', {})

/** Who carries SMS and calls, as an administrator set it in the web. Read whenever something is sent. */
export const textSetting = storedSetting({
  name: 'texts',
  version: 1,
  schema: textSettings,
  unversioned: ({ provider, ...set }, authToken) => {
    const { settings } = providerNamed(textProviders, provider as string) ?? {}
    const own = Object.entries(set).filter(([name]) => settings?.shape[name] !== undefined)
    return { provider, ...Object.fromEntries(own), ...(authToken !== null && { authToken }) }
  },
})

export const offeredTextProviders = (): TextProvider[] =>
  textProviders.filter(({ isSandbox }) => !isSandbox || mayUseSandbox())

/**
 * Where nothing is set, the sandbox carries them on machines that are not in production, so that every flow can be
 * tried at once.
 */
export async function textCarrier(db: Db): Promise<TextCarrier | null> {
  const stored = await textSetting.read(db)
  const name = stored?.provider
  const provider = offeredTextProviders().find((each) => (stored ? each.name === name : each.isSandbox))
  if (provider === undefined) return null
  const { provider: _name, ...settings } = stored ?? {}
  return provider.connect(settings)
}
