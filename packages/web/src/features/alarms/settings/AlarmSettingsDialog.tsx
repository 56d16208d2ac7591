import { useQuery } from '@tanstack/react-query'
import type { OwnAlarmSettings } from '@trackway/core/alarms/alarm-settings.ts'
import { alarmSettingCalls } from '@trackway/core/api/monitor/alarm-settings.ts'
import { Alert, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../base/api.ts'
import { useErrorText } from '../../../base/error-text.ts'
import { useUser } from '../../../base/session.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { LevelChoice } from '../../../ui/levels/LevelChoice.tsx'
import { type Level, useDevice } from '../../../ui/levels/level.ts'
import { AlarmSettingRows } from './AlarmSettingRows.tsx'
import { faultOf } from './alarm-setting-rows.ts'

interface AlarmSettingsDialogProps {
  isOpen: boolean
  onClose: () => void
  /** The device it is opened for; without one it is about accounts and types. */
  device?: { terminalID: string; name: string } | undefined
}

/** Which alarms are heard of, from where on, and how grave: for an account, a type of its devices, or one device. */
export function AlarmSettingsDialog({ isOpen, onClose, device }: AlarmSettingsDialogProps) {
  const { t } = useTranslation()
  const toText = useErrorText()
  const user = useUser()
  const detail = useDevice(isOpen ? device?.terminalID : undefined).data
  const [chosen, setLevel] = useState<Level | null>(null)
  const level: Level = chosen ?? (device ? { terminalID: device.terminalID } : { userId: user.id })
  const query = useQuery({
    queryKey: ['alarmSettings', level],
    queryFn: ({ signal }) => api(alarmSettingCalls.find, level, { signal }),
    staleTime: 0, // whoever opens the form changes what is there now
    refetchOnWindowFocus: false, // and what is entered does not go meanwhile
    refetchOnReconnect: false,
    enabled: isOpen,
  })
  const { data: settings, error, isFetching } = query
  return (
    <FormDialog
      call={alarmSettingCalls.set}
      title={device ? t('alarms.settings.titleOf', { name: device.name }) : t('alarms.settings.title')}
      submitLabel={t('alarms.save')}
      isOpen={isOpen}
      onClose={() => {
        setLevel(null)
        onClose()
      }}
      width={860}
      label={(name) => t(`alarms.settings.${name}`)}
      initial={{ ...level, ...(settings && { own: settings.own }) }}
      fields={[
        <p key="intro" className="tw-muted">
          {t('alarms.settings.intro')}
        </p>,
        <LevelChoice key="level" level={level} device={device} detail={detail} onLevel={setLevel} />,
        ...(error ? [<Alert key="error" type="error" showIcon title={toText(error)} />] : []),
        settings && !isFetching ? (
          {
            name: 'own',
            label: '',
            control: <AlarmSettingRows settings={settings} />,
            check: (own) => {
              const name = faultOf(own as OwnAlarmSettings)
              return name === null ? null : t('alarms.settings.fault', { name: t(`alarm.${name}`) })
            },
          }
        ) : (
          <Skeleton key="waiting" active={!error} paragraph={{ rows: 10 }} />
        ),
      ]}
      rereads={['alarmSettings']}
      done={() => t('alarms.settings.saved')}
    />
  )
}
