import type { InputOf } from '@trackway/core/api/call.ts'
import { trackSettingCalls } from '@trackway/core/api/tracks/track-settings.ts'
import { Alert, App, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../base/error-text.ts'
import { useCan, useUser } from '../../base/session.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { LevelChoice } from '../../ui/levels/LevelChoice.tsx'
import { kindOf, type Level, useDevice } from '../../ui/levels/level.ts'
import { RecomputeDialog } from './RecomputeDialog.tsx'
import { SettingRows } from './SettingRows.tsx'
import {
  changesPast,
  type Fault,
  faultsOf,
  faultText,
  losesTracks,
  type SettingKey,
  stillOwn,
  type Values,
} from './setting-fields.ts'
import { useTrackSettings } from './use-track-settings.ts'

interface TrackSettingsDialogProps {
  isOpen: boolean
  onClose: () => void
  /** The device it is opened for; without one it is about accounts and types. */
  device?: { terminalID: string; name: string } | undefined
}

/** What makes trips, stops and mileage: for an account, a type of its devices, or one device. */
export function TrackSettingsDialog({ isOpen, onClose, device }: TrackSettingsDialogProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const toText = useErrorText()
  const user = useUser()
  const mayRecompute = useCan('main:device_history')
  const detail = useDevice(isOpen ? device?.terminalID : undefined).data
  const [chosen, setLevel] = useState<Level | null>(null)
  /** Set once something was saved by which past days are others: they can then be found anew. */
  const [saved, setSaved] = useState<Level | null>(null)
  const level: Level = chosen ?? (device ? { terminalID: device.terminalID } : { userId: user.id })
  const { data: settings, error, isFetching } = useTrackSettings(level, isOpen)

  const kind = kindOf(level)
  const userId = detail?.userId ?? level.userId ?? user.id
  const deviceType = detail?.deviceType ?? level.deviceType
  const hasType = isOpen && kind === 'device' && deviceType !== undefined
  const ofType = useTrackSettings({ userId, ...(deviceType !== undefined && { deviceType }) }, hasType).data
  const ofAccount = useTrackSettings({ userId }, isOpen && kind !== 'account').data
  const levels = {
    type: hasType ? ofType?.own : undefined,
    account: kind === 'account' ? undefined : ofAccount?.own,
  }

  const close = () => {
    setLevel(null)
    onClose()
  }
  const firstFault = (own: Values) => {
    if (!settings) return null
    const { inherited, mostDaysKept } = settings
    const [first] = Object.entries(faultsOf({ ...inherited, ...own }, mostDaysKept)) as [SettingKey, Fault][]
    return first ? faultText(t, ...first, mostDaysKept) : null
  }
  const question = ({ own }: InputOf<typeof trackSettingCalls.set>) => {
    if (!settings || !losesTracks(own, settings)) return null
    const count = { ...settings.inherited, ...own }.daysKept ?? 0
    return {
      title: t('trackSettings.shorten.title', { count }),
      text: t(`trackSettings.shorten.text.${kind}`),
      okLabel: t('trackSettings.shorten.ok'),
      typed: String(count),
    }
  }
  return (
    <>
      <FormDialog
        call={trackSettingCalls.set}
        title={device ? t('trackSettings.titleOf', { name: device.name }) : t('trackSettings.title')}
        submitLabel={t('trackSettings.save')}
        isOpen={isOpen}
        onClose={close}
        width={680}
        label={(name) => t(`trackSettings.${name}`)}
        initial={{ ...level, ...(settings && { own: stillOwn(settings.own, settings.mostDaysKept) }) }}
        fields={[
          <p key="intro" className="tw-muted">
            {t('trackSettings.intro')}
          </p>,
          <LevelChoice key="level" level={level} device={device} detail={detail} onLevel={setLevel} />,
          ...(error ? [<Alert key="error" type="error" showIcon title={toText(error)} />] : []),
          settings && !isFetching ? (
            {
              name: 'own',
              label: '',
              control: <SettingRows settings={settings} levels={levels} />,
              check: (own) => firstFault(own as Values),
            }
          ) : (
            <Skeleton key="waiting" active={!error} paragraph={{ rows: 10 }} />
          ),
        ]}
        ask={question}
        rereads={['trackSettings', 'statistics', 'track']}
        onDone={(_, { own }) => {
          if (settings && mayRecompute && changesPast(own, settings)) setSaved(level)
          else message.success(t('trackSettings.saved'))
        }}
      />
      <RecomputeDialog level={saved} onClose={() => setSaved(null)} />
    </>
  )
}
