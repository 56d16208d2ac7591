import { SlidersOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../base/session.ts'
import { TrackSettingsDialog } from './TrackSettingsDialog.tsx'

/** Opens the settings of accounts and device types. */
export function TrackSettingsButton() {
  const { t } = useTranslation()
  const mayEdit = useCan('main:device_edit')
  const [isOpen, setIsOpen] = useState(false)
  if (!mayEdit) return null
  return (
    <>
      <Button icon={<SlidersOutlined />} onClick={() => setIsOpen(true)}>
        {t('trackSettings.action')}
      </Button>
      <TrackSettingsDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
