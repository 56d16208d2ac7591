import { autoRenewalCalls } from '@trackway/core/features/auto-renewals/calls.ts'
import { serviceEndCalls } from '@trackway/core/features/expiry-notices/calls.ts'
import { Badge } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCan, useUser } from '../../base/session.ts'
import { useNotices } from '../expiry-notices/NoticeBanner.tsx'
import styles from './ServiceDot.module.css'

/** Says at the corner of an icon that devices expire, or could not renew by themselves. */
export function ServiceDot() {
  const { t } = useTranslation()
  const { isOfDevice } = useUser()
  const mayOrder = useCan('main:order') && !isOfDevice
  const ends = useNotices(serviceEndCalls)
  const failed = useNotices(autoRenewalCalls, mayOrder)
  if (!ends?.list.length && !failed?.list.length) return null
  return (
    <span className={styles.dot} role="img" aria-label={t('serviceEnds.dot')}>
      <Badge status="warning" />
    </span>
  )
}
