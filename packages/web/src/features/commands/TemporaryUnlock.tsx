import { commandCalls } from '@trackway/core/api/devices/commands.ts'
import { App, Button, Flex } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { useErrorText } from '../../base/error-text.ts'
import { useUser } from '../../base/session.ts'

/** Restores the oil until the vehicle has been away from where it is for ten minutes, or ends that. */
export function TemporaryUnlock({
  terminalID,
  onSent,
}: {
  terminalID: string
  onSent: (id: number) => void
}) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const toText = useErrorText()
  const { isDemo } = useUser()
  const [isBusy, setIsBusy] = useState(false)
  const run = async (act: () => Promise<void>) => {
    setIsBusy(true)
    await act().catch((error: unknown) => message.error(toText(error)))
    setIsBusy(false)
  }
  const unlock = async () => onSent((await api(commandCalls.unlock, { terminalID })).commandId)
  const end = async () => {
    await api(commandCalls.endUnlock, { terminalID })
    message.success(t('commands.unlockEnded'))
  }
  return (
    <Flex vertical gap={8}>
      <small className="tw-muted">{t('commands.unlockText')}</small>
      <Flex gap={8}>
        <Button disabled={isDemo || isBusy} onClick={() => void run(unlock)}>
          {t('commands.unlock')}
        </Button>
        <Button disabled={isDemo || isBusy} onClick={() => void run(end)}>
          {t('commands.endUnlock')}
        </Button>
      </Flex>
    </Flex>
  )
}
