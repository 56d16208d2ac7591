import { useQuery } from '@tanstack/react-query'
import { App, Flex } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../base/error-text.ts'
import { useUser } from '../../base/session.ts'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { isPushOn, pushObstacle, turnPushOff, turnPushOn } from './browser-push.ts'

/** Switches notices of this browser on and off. */
export function BrowserNotices() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const toText = useErrorText()
  const { isDemo } = useUser()
  const [isBusy, setBusy] = useState(false)
  const { data: isOn, refetch } = useQuery({ queryKey: ['push'], queryFn: isPushOn })
  const obstacle = pushObstacle()
  const reason = isDemo ? t('result.demoAccount') : obstacle && t(`notifications.browser.${obstacle}`)
  const change = async () => {
    setBusy(true)
    try {
      if (isOn) {
        await turnPushOff()
        message.success(t('notifications.browser.off'))
      } else if (await turnPushOn()) message.success(t('notifications.browser.on'))
      else message.warning(t('notifications.browser.denied'))
    } catch (error) {
      message.error(toText(error))
    } finally {
      setBusy(false)
      await refetch()
    }
  }
  return (
    <Panel
      title={t('notifications.browser.title')}
      note={t(isOn ? 'notifications.browser.isOn' : 'notifications.browser.isOff')}
    >
      <Flex justify="space-between" align="center" gap={16} wrap>
        <span className="tw-muted">{reason ?? t('notifications.browser.text')}</span>
        <ActionButton reason={reason} loading={isBusy} onClick={change}>
          {t(isOn ? 'notifications.browser.turnOff' : 'notifications.browser.turnOn')}
        </ActionButton>
      </Flex>
    </Panel>
  )
}
