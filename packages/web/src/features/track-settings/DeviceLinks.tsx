import { StopOutlined } from '@ant-design/icons'
import { deviceLinkCalls } from '@trackway/core/features/device-links/calls.ts'
import { Button, Flex } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { CallForm } from '../../ui/form/CallForm.tsx'
import { CopyText } from '../../ui/link/CopyText.tsx'
import { QrCode } from '../../ui/link/QrCode.tsx'
import styles from './track-settings.module.css'

/** Makes a link that signs in to one device without an account, and ends those made before. */
export function DeviceLinks({ terminalID }: { terminalID: string }) {
  const { t } = useTranslation()
  const [link, setLink] = useState<string | null>(null)
  return (
    <>
      <p className="tw-muted">{t('trackSettings.link.text')}</p>
      {link ? (
        <Flex vertical align="center" gap={16} className={styles.link!}>
          <QrCode value={link} sizePx={180} />
          <CopyText text={link} />
          <p className="tw-muted">{t('trackSettings.link.once')}</p>
        </Flex>
      ) : (
        <CallForm
          call={deviceLinkCalls.make}
          submitLabel={t('trackSettings.link.make')}
          label={(field) => t(`trackSettings.link.${field}`)}
          initial={{ terminalID, days: 30 }}
          fields={['days']}
          rereads={['deviceLinks']}
          onDone={({ path }) => setLink(new URL(path, location.origin).href)}
        />
      )}
      <Links terminalID={terminalID} />
    </>
  )
}

/** The links that work, each with a button that ends it. */
function Links({ terminalID }: { terminalID: string }) {
  const { t, format } = useTexts()
  const { act } = useAction()
  const { data } = useCall(['deviceLinks', terminalID], deviceLinkCalls.find, { terminalID, pageSize: 100 })
  const end = (id: number) =>
    act(() => api(deviceLinkCalls.revoke, { id }).finally(() => reread('deviceLinks')))
  return data?.list.map(({ id, username, expireTime }) => (
    <Flex key={id} align="center" justify="space-between" gap={8}>
      <span>{t('trackSettings.link.until', { username, time: format.dateTime(expireTime) })}</span>
      <Button type="text" danger icon={<StopOutlined />} onClick={() => void end(id)}>
        {t('trackSettings.link.end')}
      </Button>
    </Flex>
  ))
}
