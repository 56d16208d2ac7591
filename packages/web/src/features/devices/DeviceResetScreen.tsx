import { UndoOutlined } from '@ant-design/icons'
import {
  type DeviceReset,
  deviceResetList,
  deviceServiceCalls,
} from '@trackway/core/features/devices/service-calls.ts'
import { useState } from 'react'
import { useTexts } from '../../base/use-texts.ts'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { BackLink } from '../../ui/layout/BackLink.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import type { RowAction } from '../../ui/list/RowActions.tsx'
import { ResetDialog } from './ResetDialog.tsx'

const rowActions: RowAction<DeviceReset>[] = [
  {
    label: 'devices.resets.restore',
    icon: <UndoOutlined />,
    call: deviceServiceCalls.restore,
    isFor: ({ canRestore }) => canRestore,
    confirm: { text: 'devices.resets.restoreText', ok: 'devices.resets.restoreOk' },
    done: 'devices.resets.restored',
  },
]

/** Resets of the last 30 days, what each hid, and until when it can be taken back. */
export function DeviceResetScreen() {
  const { t, format } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const button = (
    <ActionButton danger onClick={() => setOpen(true)}>
      {t('devices.resets.start')}
    </ActionButton>
  )
  return (
    <Page
      back={<BackLink to="/index/device/batchManage" label={t('devices.resets.back')} />}
      title={t('devices.resets.title')}
      actions={button}
    >
      <ListScreen
        list={deviceResetList}
        rowActions={rowActions}
        cells={{
          restoreUntilTime: ({ canRestore, restoreUntilTime }) =>
            canRestore ? format.minute(restoreUntilTime) : t('devices.resets.later'),
        }}
      />
      <ResetDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </Page>
  )
}
