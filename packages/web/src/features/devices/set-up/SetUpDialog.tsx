import { createLink } from '@tanstack/react-router'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { displayName } from '@trackway/core/rules/device-order.ts'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../base/queries/use-call.ts'
import { useCan } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import { FirstContact } from './FirstContact.tsx'
import { ServerTexts } from './ServerTexts.tsx'

const LinkButton = createLink(Button)

interface SetUpDialogProps {
  /** Null: it is closed. */
  terminalID: string | null
  onClose: () => void
}

/** From the box to the map: what to set on a new device, and how far it has come. */
export function SetUpDialog({ terminalID, onClose }: SetUpDialogProps) {
  const { t } = useTexts()
  const { data: device, error } = useCall(
    ['list', 'device', terminalID],
    deviceCalls.detail,
    terminalID === null ? null : { terminalID },
  )
  return (
    <Dialog
      open={terminalID !== null}
      title={t('devices.setUp.title', { name: device ? displayName(device) : terminalID })}
      width={640}
      onCancel={onClose}
      footer={<Footer terminalID={terminalID ?? ''} onClose={onClose} />}
    >
      {device ? (
        <div className="tw-gap-16 tw-grid">
          <ServerTexts device={device} />
          <FirstContact device={device} />
        </div>
      ) : (
        <ContentLoading error={error} />
      )}
    </Dialog>
  )
}

function Footer({ terminalID, onClose }: { terminalID: string; onClose: () => void }) {
  const { t } = useTranslation()
  const maySeeMap = useCan('main:monitor')
  return (
    <>
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
