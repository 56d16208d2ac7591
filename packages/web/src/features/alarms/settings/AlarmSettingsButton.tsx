import { SettingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../base/session.ts'
import { useIsPhone } from '../../../base/use-is-phone.ts'
import { AlarmSettingsDialog } from './AlarmSettingsDialog.tsx'

/** Opens the alarm settings of accounts and device types. */
export function AlarmSettingsButton() {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const mayEdit = useCan('main:device_edit')
  const [isOpen, setIsOpen] = useState(false)
  if (!mayEdit) return null
  return (
    <>
      <Button
        icon={<SettingOutlined />}
        aria-label={t('alarms.settings.title')}
        onClick={() => setIsOpen(true)}
      >
        {isPhone ? null : t('alarms.settings.action')}
      </Button>
      <AlarmSettingsDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
