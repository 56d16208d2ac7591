import { useQuery } from '@tanstack/react-query'
import { App, Flex } from 'antd'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { isPushOn, pushObstacle, turnPushOff, turnPushOn } from './browser-push.ts'

/** Switches notices of this browser on and off. */
export function BrowserNotices() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { isDemo } = useUser()
  const { act, isBusy } = useAction()
  const { data: isOn, refetch } = useQuery({ queryKey: ['push'], queryFn: isPushOn })
  const obstacle = pushObstacle()
  const reason = isDemo ? t('result.demoAccount') : obstacle && t(`notifications.browser.${obstacle}`)
  const change = async () => {
    await act(async () => {
      if (isOn) {
        await turnPushOff()
        return t('notifications.browser.off')
      }
      if (await turnPushOn()) return t('notifications.browser.on')
      message.warning(t('notifications.browser.denied'))
    })
    await refetch()
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
