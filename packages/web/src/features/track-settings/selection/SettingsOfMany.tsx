import { SlidersOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../base/session.ts'
import type { ChosenDevices } from './SettingsOfManyDialog.tsx'

const SettingsOfManyDialog = lazy(async () => ({
  default: (await import('./SettingsOfManyDialog.tsx')).SettingsOfManyDialog,
}))

/** Opens the track and alarm settings of the devices that are chosen. */
export function SettingsOfMany({ chosen }: { chosen: ChosenDevices }) {
  const { t } = useTranslation()
  const mayEdit = useCan('main:device_edit')
  const [isOpen, setIsOpen] = useState(false)
  if (!mayEdit) return null
  return (
    <>
      <Button icon={<SlidersOutlined />} onClick={() => setIsOpen(true)}>
        {t('trackSettings.many.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <SettingsOfManyDialog chosen={chosen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
