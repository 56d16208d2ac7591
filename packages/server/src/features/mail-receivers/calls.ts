import { mailReceiverCalls } from '@trackway/core/features/mail-receivers/calls.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Handler, serve } from '../../platform/http/serve.ts'
import { currentMailer } from '../../platform/mail/mail.ts'
import { requestConsentAgain } from '../../platform/mail/mail-receivers.ts'
import { publicUrl } from '../../platform/mail/stored-mail.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'

export const mailReceiverHandlers: readonly Handler[] = [
  serve(mailReceiverCalls.ask, async ({ db, scope, input, now }) => {
    const { id: accountId } = await findAccountRow(db, scope, input.userId ?? scope.accountId)
    if (currentMailer() === null || publicUrl() === null) throw new Refusal('mailNotConfigured')
    const outcome = await requestConsentAgain(db, { accountId, email: input.email }, now)
    if (outcome === 'unknown') throw new Refusal('notFound')
    if (outcome === 'tooEarly') throw new Refusal('tooManyRequests')
  }),
]
