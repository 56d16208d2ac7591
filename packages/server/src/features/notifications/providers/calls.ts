import { textSettingCalls } from '@trackway/core/api/notifications/text-settings.ts'
import { Refusal } from '../../../platform/errors.ts'
import { recordChange } from '../../../platform/http/record-change.ts'
import { type Handler, serve, serveChange } from '../../../platform/http/serve.ts'
import { publicUrl } from '../../../platform/mail/stored-mail.ts'
import { notifyText } from '../texts/texts.ts'
import { mayUseSandbox } from './sandbox-rule.ts'
import {
  readTextSettings,
  removeTextSettings,
  type StoredTexts,
  textProvider,
  writeTextSettings,
} from './stored-provider.ts'

const none: StoredTexts = {
  provider: 'twilio',
  accountSid: '',
  from: null,
  messagingServiceSid: null,
  apiUrl: null,
}
const testValidS = 600

export const textSettingHandlers: readonly Handler[] = [
  serve(textSettingCalls.find, async ({ db }) => {
    const { settings, authToken } = await readTextSettings(db)
    const active = await textProvider(db, mayUseSandbox())
    const provider = settings?.provider ?? (active === null ? null : 'sandbox')
    return {
      ...none,
      ...settings,
      provider,
      source: settings === null ? ('none' as const) : ('stored' as const),
      hasAuthToken: authToken !== null,
      mayUseSandbox: mayUseSandbox(),
      publicUrl: publicUrl(),
    }
  }),

  serveChange(textSettingCalls.save, async (context) => {
    const { db, input, now } = context
    const { authToken, ...settings } = input
    if (settings.provider === 'sandbox' && !mayUseSandbox()) throw new Refusal('sandboxNotAllowed')
    const { settings: before, authToken: known } = await readTextSettings(db)
    // Else whoever may change the address would be told the key by having it sent to one of his own.
    const isSame = before?.accountSid === settings.accountSid && before.apiUrl === settings.apiUrl
    await writeTextSettings(db, settings, authToken ?? (isSame ? known : null), now)
    await recordChange(context, 'textSettings', null, {
      before: before && { ...before },
      after: { ...settings },
    })
  }),

  serveChange(textSettingCalls.remove, async (context) => {
    const { settings } = await readTextSettings(context.db)
    await removeTextSettings(context.db)
    await recordChange(context, 'textSettings', null, { before: settings && { ...settings } })
  }),

  serve(textSettingCalls.test, async ({ db, input, language }) => {
    const provider = await textProvider(db, mayUseSandbox())
    if (provider === null) throw new Refusal('textsNotConfigured')
    const { to, channel } = input
    const outcome =
      channel === 'sms'
        ? await provider.sendSms({
            to,
            text: notifyText('testSms', language),
            callbackUrl: null,
            validS: testValidS,
          })
        : await provider.call({
            to,
            text: notifyText('testCall', language),
            callbackUrl: null,
            keyUrl: null,
            keyText: '',
            language: language === 'cn' ? 'zh-CN' : 'en-US',
          })
    if (outcome.kind === 'sent') return { providerId: outcome.providerId ?? null }
    const reason = 'code' in outcome && outcome.code ? `${outcome.code}: ${outcome.answer}` : outcome.answer
    throw new Refusal('textFailed', { issues: [{ path: 'to', reason }] })
  }),
]
