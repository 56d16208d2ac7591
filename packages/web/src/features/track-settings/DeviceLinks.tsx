import { StopOutlined } from '@ant-design/icons'
import { deviceLinkCalls } from '@trackway/core/features/device-links/calls.ts'
import { Button, Flex } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { LinkForm } from '../../ui/link/LinkForm.tsx'

/** Makes a link that signs in to one device without an account, and ends those made before. */
export function DeviceLinks({ terminalID }: { terminalID: string }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="tw-muted">{t('trackSettings.link.text')}</p>
      <LinkForm
        call={deviceLinkCalls.make}
        submitLabel={t('trackSettings.link.make')}
        label={(field) => t(`trackSettings.link.${field}`)}
        initial={{ terminalID, days: 30 }}
        fields={['days']}
        rereads={['deviceLinks']}
      />
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
