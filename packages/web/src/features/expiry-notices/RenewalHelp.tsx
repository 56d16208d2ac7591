import { Link } from '@tanstack/react-router'
import { serviceEndCalls } from '@trackway/core/features/expiry-notices/calls.ts'
import type { Location } from '@trackway/core/features/locations/calls.ts'
import { audienceOf, warningOf } from '@trackway/core/rules/service-terms.ts'
import { Alert, Flex } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../base/queries/use-call.ts'
import { useCan, useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { RenewDevices } from '../cards/RenewDevices.tsx'

const contactMs = 10 * 60_000

interface RenewalHelpProps {
  device: Pick<Location, 'terminalID' | 'expire' | 'lat'>
  now: number
}

/** Of a device whose service ended or soon will: when, what is still shown, and how it is renewed. */
export function RenewalHelp({ device: { terminalID, expire, lat }, now }: RenewalHelpProps) {
  const { t, format } = useTexts()
  const { role } = useUser()
  const mayRenew = useCan('main:devices_muti_update_time')
  const isOver = expire !== null && expire <= now
  if (expire === null || (!isOver && warningOf(expire, now) === null)) return null
  const isEndUser = audienceOf(role) === 'endUser'
  return (
    <Alert
      type={isOver ? 'error' : 'warning'}
      data-testid="tw-renewal"
      title={
        <Flex vertical gap={4}>
          <strong>
            {t(isOver ? 'serviceEnds.ended' : 'serviceEnds.ends', { date: format.dateTime(expire) })}
          </strong>
          {isOver && isEndUser && lat !== null && <span>{t('serviceEnds.shownThen')}</span>}
          <RenewDevices chosen={{ ids: [terminalID] }} />
          {mayRenew ? (
            <Link to="/index/device/deviceList" search={{ device: terminalID, card: 'service' }}>
              {t('serviceEnds.setTerms')}
            </Link>
          ) : (
            <Contact />
          )}
        </Flex>
      }
    />
  )
}

/** The contact for a renewal: the account above. */
function Contact() {
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
      {t('serviceEnds.renew', { name: name ?? t('serviceEnds.provider') })}
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
