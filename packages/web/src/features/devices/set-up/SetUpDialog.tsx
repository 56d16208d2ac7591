import { createLink } from '@tanstack/react-router'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { displayName } from '@trackway/core/rules/device-order.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../base/queries/use-call.ts'
import { useCan } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import { ApnField } from './ApnField.tsx'
import { ConnectDevices } from './ConnectDevices.tsx'
import { FirstContact } from './FirstContact.tsx'
import { ServerTexts } from './ServerTexts.tsx'

const LinkButton = createLink(Button)

interface SetUpDialogProps {
  /** Empty: it is closed. */
  terminalIDs: readonly string[]
  /** Adds another device, which is connected with these; null for those who may not. */
  onAddAnother: (() => void) | null
  onClose: () => void
}

/** From the box to the map: what to set on new devices, and how far they have come. */
export function SetUpDialog({ terminalIDs, onAddAnother, onClose }: SetUpDialogProps) {
  const { t, format } = useTexts()
  const count = terminalIDs.length
  const [one] = terminalIDs
  const { data: device, error } = useCall(
    ['list', 'device', one],
    deviceCalls.detail,
    count === 1 ? { terminalID: one! } : null,
  )
  const [apn, setApn] = useState('')
  return (
    <Dialog
      open={count > 0}
      title={
        count > 1
          ? t('devices.setUp.titleOfMany', { count, shown: format.number(count) })
          : t('devices.setUp.title', { name: device ? displayName(device) : one })
      }
      width={count > 1 ? 820 : 640}
      onCancel={onClose}
      footer={<Footer terminalID={one ?? ''} onAddAnother={onAddAnother} onClose={onClose} />}
    >
      {count > 1 ? (
        <ConnectDevices terminalIDs={terminalIDs} />
      ) : device ? (
        <div className="tw-gap-16 tw-grid">
          <ServerTexts devices={[device]} apn={apn} />
          <ApnField types={[device.deviceType]} apn={apn} onApn={setApn} />
          <FirstContact device={device} />
        </div>
      ) : (
        <ContentLoading error={error} />
      )}
    </Dialog>
  )
}

interface FooterProps extends Pick<SetUpDialogProps, 'onAddAnother' | 'onClose'> {
  terminalID: string
}

function Footer({ terminalID, onAddAnother, onClose }: FooterProps) {
  const { t } = useTranslation()
  const maySeeMap = useCan('main:monitor')
  return (
    <>
      {onAddAnother && <Button onClick={onAddAnother}>{t('devices.setUp.another')}</Button>}
      {maySeeMap && (
        <LinkButton to="/index/home" search={{ terminalID }}>
          {t('devices.workbench.openMap')}
        </LinkButton>
      )}
      <Button type="primary" onClick={onClose}>
        {t('devices.setUp.done')}
      </Button>
    </>
  )
}
