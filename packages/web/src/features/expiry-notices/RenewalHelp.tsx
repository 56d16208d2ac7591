import { Link } from '@tanstack/react-router'
import type { Location } from '@trackway/core/features/locations/calls.ts'
import { audienceOf, warningOf } from '@trackway/core/rules/service-terms.ts'
import { Alert, Flex } from 'antd'
import { useCan, useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { ProviderContact } from '../orders/renewal/ProviderContact.tsx'
import { RenewDevices } from '../orders/renewal/RenewDevices.tsx'

interface RenewalHelpProps {
  device: Pick<Location, 'terminalID' | 'expire' | 'lat'>
  now: number
}

/** Of a device whose service ended or soon will: when, what is still shown, and how it is renewed. */
export function RenewalHelp({ device: { terminalID, expire, lat }, now }: RenewalHelpProps) {
  const { t, format } = useTexts()
  const { role, isOfDevice } = useUser()
  const maySetTerms = useCan('main:devices_muti_update_time')
  const isOver = expire !== null && expire <= now
  if (expire === null || (!isOver && warningOf(expire, now) === null)) return null
  const isEndUser = audienceOf(role, { isOfDevice }) === 'endUser'
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
          <RenewDevices chosen={{ ids: [terminalID] }} otherwise={maySetTerms ? null : <ProviderContact />} />
          {maySetTerms && (
            <Link to="/index/device/deviceInfo" search={{ device: terminalID, part: 'service' }}>
              {t('serviceEnds.setTerms')}
            </Link>
          )}
        </Flex>
      }
    />
  )
}
