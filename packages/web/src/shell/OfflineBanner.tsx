import { DisconnectOutlined } from '@ant-design/icons'
import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../base/queries/query-client.ts'
import { usePageEvent } from '../ui/keys/use-page-event.ts'

/** Warns that the browser has no network; what is shown stays, and is read anew when there is one again. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const [isOffline, setIsOffline] = useState(!navigator.onLine)
  usePageEvent('offline', () => setIsOffline(true))
  usePageEvent('online', () => {
    setIsOffline(false)
    void queryClient.invalidateQueries()
  })
  if (!isOffline) return null
  return (
    <Alert
      banner
      type="warning"
      icon={<DisconnectOutlined />}
      role="status"
      title={
        <>
          <b>{t('app.offline.title')}</b> <span className="tw-muted">{t('app.offline.text')}</span>
        </>
      }
    />
  )
}
