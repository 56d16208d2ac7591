import { serviceEndCalls } from '@trackway/core/features/expiry-notices/calls.ts'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../base/queries/use-call.ts'

const contactMs = 10 * 60_000

/** Whom to ask for a renewal that cannot be paid for here: the account above. */
export function ProviderContact() {
  const { t } = useTranslation()
  const { data } = useCall(
    ['serviceEndContact'],
    serviceEndCalls.contact,
    {},
    {
      staleTime: contactMs,
      // Whoever signed in to one device does not see who owns it.
      retry: false,
    },
  )
  const { name = null, telephone = null, email = null } = data ?? {}
  return (
    <span>
      {t('orders.contact', { name: name ?? t('orders.provider') })}
      {telephone !== null && (
        <>
          {' '}
          <a href={`tel:${telephone.replaceAll(/[^+\d]/g, '')}`}>{telephone}</a>
        </>
      )}
      {email !== null && (
        <>
          {' '}
          <a href={`mailto:${email}`}>{email}</a>
        </>
      )}
    </span>
  )
}
