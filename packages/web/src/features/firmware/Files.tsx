import { EditOutlined, GiftOutlined, LinkOutlined, SendOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { type FirmwareFile, firmwareCalls, firmwareList } from '@trackway/core/features/firmware/calls.ts'
import { Tag } from 'antd'
import { useState } from 'react'
import { useCan } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { AddButton } from '../../ui/actions/AddButton.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { deletion, type RowAction } from '../../ui/list/RowActions.tsx'
import { FileForm } from './FileForm.tsx'
import { LinkForm } from './LinkForm.tsx'
import { OfferForm } from './OfferForm.tsx'
import { UpgradeForm } from './UpgradeForm.tsx'
import { UploadForm } from './UploadForm.tsx'

type Dialog = { kind: 'upgrade' | 'edit' | 'links' | 'offer'; file: FirmwareFile }

/** Firmware files, and what can be done with each: upgrades, links, an offer to a customer. */
export function Files() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const mayChange = useCan('test:ota')
  const [isUploading, setIsUploading] = useState(false)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const fileOf = (kind: Dialog['kind']) => (dialog?.kind === kind ? dialog.file : null)
  const close = () => setDialog(null)
  const add = mayChange && (
    <AddButton label={t('firmware.upload.open')} onClick={() => setIsUploading(true)} />
  )
  const open = (kind: Dialog['kind']) => (file: FirmwareFile) => setDialog({ kind, file })
  const hasWay = ({ way }: FirmwareFile) => way !== null
  const rowActions: RowAction<FirmwareFile>[] = [
    {
      label: 'firmware.upgrade.open',
      icon: <SendOutlined />,
      call: firmwareCalls.start,
      isFor: hasWay,
      run: open('upgrade'),
    },
    {
      label: 'firmware.links.openFor',
      icon: <LinkOutlined />,
      call: firmwareCalls.addLinks,
      run: open('links'),
    },
    {
      label: 'firmware.offer.openFor',
      icon: <GiftOutlined />,
      call: firmwareCalls.addOffer,
      isFor: hasWay,
      run: open('offer'),
    },
    { label: 'firmware.edit.open', icon: <EditOutlined />, call: firmwareCalls.update, run: open('edit') },
    deletion(firmwareCalls.remove, 'firmware'),
  ]
  return (
    <>
      <ListScreen
        list={firmwareList}
        rowActions={rowActions}
        tools={add}
        empty={add ? { action: add } : { text: '' }}
        cells={{
          way: ({ way }: FirmwareFile) =>
            way === null ? <Tag color="warning">{t('firmware.noWay')}</Tag> : t(`reports.firmwareWay.${way}`),
        }}
      />
      <UploadForm isOpen={isUploading} onClose={() => setIsUploading(false)} />
      <FileForm file={fileOf('edit')} onClose={close} />
      <LinkForm file={fileOf('links')} isOpen={fileOf('links') !== null} onClose={close} />
      <OfferForm file={fileOf('offer')} isOpen={fileOf('offer') !== null} onClose={close} />
      <UpgradeForm
        file={fileOf('upgrade')}
        onClose={close}
        onStarted={(task) =>
          void navigate({ to: '/test/ota/$tab', params: { tab: 'otaTasks' }, search: { task } })
        }
      />
    </>
  )
}
