import { textSettingCalls as calls } from '@trackway/core/features/notifications/text-setting-calls.ts'
import { z } from 'zod'
import { Refusal } from '../../../platform/errors.ts'
import { recordChange } from '../../../platform/http/record-change.ts'
import { type Handler, serve, serveChange } from '../../../platform/http/serve.ts'
import { publicUrl } from '../../../platform/mail/stored-mail.ts'
import { providerNamed } from '../../../platform/provider.ts'
import { openFields, shownSetting, withKeptSecrets } from '../../../platform/stored-setting.ts'
import { withinBudget } from '../channels/text-carrier.ts'
import { notifyText } from '../texts/texts.ts'
import { mayUseSandbox } from './sandbox.ts'
import { textProviders } from './text-providers.ts'
import { offeredTextProviders, textCarrier, textSetting, textSettings } from './text-setting.ts'

const testValidS = 600
const save = { ...calls.save, input: textSettings }
const recorded = (stored: object | null) => stored && openFields(textSettings, stored)

export const textSettingHandlers: readonly Handler[] = [
  serve(calls.find, async ({ db }) => {
    const stored = await textSetting.read(db)
    return {
      ...(stored && shownSetting(textSettings, stored)),
      provider: stored?.provider ?? (await textCarrier(db))?.name ?? null,
      source: stored === null ? ('none' as const) : ('stored' as const),
      mayUseSandbox: mayUseSandbox(),
      publicUrl: publicUrl(),
      providers: offeredTextProviders().map(({ name, label, settings }) => ({
        name,
        label,
        settings: z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' }),
      })),
    }
  }),

  serveChange(save, async (context) => {
    const { db, input, now } = context
    const { isSandbox, destination } = providerNamed(textProviders, input.provider)!
    if (isSandbox && !mayUseSandbox()) throw new Refusal('sandboxNotAllowed')
    const before = await textSetting.read(db)
    const after = await textSetting.change(db, now, (stored) =>
      withKeptSecrets(textSettings, input, stored, ['provider', ...destination]),
    )
    await recordChange(context, 'textSettings', null, { before: recorded(before), after: recorded(after) })
  }),

  serveChange(calls.remove, async (context) => {
    const { db, now } = context
    const before = await textSetting.read(db)
    await textSetting.change(db, now, () => null)
    await recordChange(context, 'textSettings', null, { before: recorded(before) })
  }),

  serve(calls.test, async ({ db, input, language, session, address, now }) => {
    const carrier = await textCarrier(db)
    if (carrier === null) throw new Refusal('textsNotConfigured')
    const { to, channel } = input
    const send = () =>
      channel === 'sms'
        ? carrier.sendSms({
            to,
            text: notifyText('testSms', language),
            callbackUrl: null,
            validS: testValidS,
          })
        : carrier.call({
            to,
            text: notifyText('testCall', language),
            callbackUrl: null,
            keyUrl: null,
            keyText: '',
            language: language === 'cn' ? 'zh-CN' : 'en-US',
          })
    const of = { accountId: session.account.id, receiver: to, caller: address, isUrgent: false }
    const outcome = await withinBudget(db, { ...of, kind: channel }, send, now)
    if (outcome.kind === 'held') throw new Refusal('tooManyRequests')
    if (outcome.kind === 'sent') return { providerId: outcome.providerId ?? null }
    const reason = 'code' in outcome && outcome.code ? `${outcome.code}: ${outcome.answer}` : outcome.answer
    throw new Refusal('textFailed', { issues: [{ path: 'to', reason }] })
  }),
]
