import { Alert, App, Modal, Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../base/error-text.ts'
import { useUser } from '../../base/session.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { confirm } from '../../ui/form/confirm.tsx'
import './track-settings.css'
import { LevelChoice } from './LevelChoice.tsx'
import { RecomputePanel } from './RecomputePanel.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { type Level, useDevice, useTrackSettings } from './use-track-settings.ts'

interface TrackSettingsDialogProps {
  isOpen: boolean
  onClose: () => void
  /** The device it is opened for; without one it is about accounts and types. */
  device?: { terminalID: string; name: string } | undefined
}

/** What makes trips, stops and mileage: for an account, a type of its devices, or one device. */
export function TrackSettingsDialog({ isOpen, onClose, device }: TrackSettingsDialogProps) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const isUnsaved = useRef(false)
  const onUnsaved = (value: boolean) => {
    isUnsaved.current = value
  }
  /** Goes on at once, or after asking where something would be lost. */
  const leave = (goOn: () => void) => {
    const leaveNow = () => {
      isUnsaved.current = false
      goOn()
    }
    if (!isUnsaved.current) return leaveNow()
    confirm({
      title: t('ui.form.discardTitle'),
      text: t('ui.form.discardText'),
      okLabel: t('ui.form.discard'),
      onOk: async () => leaveNow(),
    })
  }
  return (
    <Modal
      title={device ? t('trackSettings.titleOf', { name: device.name }) : t('trackSettings.title')}
      open={isOpen}
      onCancel={() => leave(onClose)}
      footer={null}
      destroyOnHidden
      centered={!isPhone}
      width={isPhone ? '100%' : 680}
      mask={{ closable: false }}
      rootClassName={isPhone ? 'tw-full-dialog' : 'ts-dialog'}
    >
      {isOpen && <Settings device={device} leave={leave} onUnsaved={onUnsaved} onClose={onClose} />}
    </Modal>
  )
}

interface SettingsProps extends Pick<TrackSettingsDialogProps, 'device' | 'onClose'> {
  leave: (goOn: () => void) => void
  onUnsaved: (isUnsaved: boolean) => void
}

function Settings({ device, leave, onUnsaved, onClose }: SettingsProps) {
  const { t } = useTranslation()
  const user = useUser()
  const detail = useDevice(device?.terminalID)
  const [chosen, setLevel] = useState<Level | null>(null)
  /** Set once something was saved: past days can then be found anew. */
  const [saved, setSaved] = useState<Level | null>(null)
  const { message } = App.useApp()
  const level: Level = chosen ?? (device ? { terminalID: device.terminalID } : { userId: user.id })
  const settings = useTrackSettings(level)

  const owner = detail.data?.userId ?? level.userId ?? user.id
  const type = detail.data?.deviceType ?? level.deviceType
  const isOfDevice = level.terminalID !== undefined
  const ofType = useTrackSettings(
    { userId: owner, ...(type !== undefined && { deviceType: type }) },
    isOfDevice && type !== undefined,
  )
  const ofAccount = useTrackSettings({ userId: owner }, isOfDevice || level.deviceType !== undefined)

  const onSaved = (changesPast: boolean) => {
    if (changesPast) return setSaved(level)
    message.success(t('trackSettings.saved'))
    onClose()
  }
  if (saved) return <RecomputePanel level={saved} onClose={onClose} />
  return (
    <div className="ts-body">
      <p className="tw-muted">{t('trackSettings.intro')}</p>
      <LevelChoice
        level={level}
        device={device}
        detail={detail.data}
        onLevel={(next) => leave(() => setLevel(next))}
      />
      {settings.error && <Alert type="error" showIcon title={errorText(settings.error, t)} />}
      {settings.isPending && <Skeleton active paragraph={{ rows: 10 }} />}
      {settings.data && (
        <SettingsForm
          key={JSON.stringify(level)}
          level={level}
          settings={settings.data}
          levels={{
            type: isOfDevice ? ofType.data?.own : undefined,
            account: isOfDevice || level.deviceType !== undefined ? ofAccount.data?.own : undefined,
          }}
          onUnsaved={onUnsaved}
          onSaved={onSaved}
          onClose={() => leave(onClose)}
        />
      )}
    </div>
  )
}
