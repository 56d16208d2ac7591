import { useQueryClient } from '@tanstack/react-query'
import { commandCalls } from '@trackway/core/api/devices/commands.ts'
import { Alert, App, Button, Flex } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../base/api.ts'
import { useErrorText } from '../../../base/error-text.ts'
import { useUser } from '../../../base/session.ts'
import { useFormat } from '../../../base/use-format.ts'
import type { AskedDevice } from './use-offered.ts'

/** Restores the oil until the vehicle has been away from where it is for ten minutes, or ends that. */
export function TemporaryUnlock({
  device: { terminalID, unlock: open },
  onSent,
}: {
  device: Pick<AskedDevice, 'terminalID' | 'unlock'>
  onSent: (id: number) => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const client = useQueryClient()
  const { message } = App.useApp()
  const toText = useErrorText()
  const { isDemo } = useUser()
  const [isBusy, setIsBusy] = useState(false)
  const run = async (act: () => Promise<void>) => {
    setIsBusy(true)
    await act().catch((error: unknown) => message.error(toText(error)))
    await client.invalidateQueries({ queryKey: ['command'] })
    setIsBusy(false)
  }
  const unlock = async () => onSent((await api(commandCalls.unlock, { terminalID })).commandId)
  const end = async () => {
    await api(commandCalls.endUnlock, { terminalID })
    message.success(t('commands.unlockEnded'))
  }
  return (
    <Flex vertical gap={8}>
      {open && (
        <Alert
          type="warning"
          showIcon
          title={t('commands.unlocked', { time: format.dateTime(open.createTime) })}
          description={
            open.cutTime === null
              ? t('commands.unlockedInside')
              : t('commands.unlockedOutside', { time: format.dateTime(open.cutTime) })
          }
        />
      )}
      <small className="tw-muted">{t('commands.unlockText')}</small>
      {open ? (
        <Button disabled={isDemo || isBusy} onClick={() => void run(end)}>
          {t('commands.endUnlock')}
        </Button>
      ) : (
        <Button disabled={isDemo || isBusy} onClick={() => void run(unlock)}>
          {t('commands.unlock')}
        </Button>
      )}
    </Flex>
  )
}
