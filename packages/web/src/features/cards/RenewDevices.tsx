import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../base/session.ts'
import type { ChosenDevices } from './RenewDialog.tsx'

const RenewDialog = lazy(async () => ({ default: (await import('./RenewDialog.tsx')).RenewDialog }))

/** Opens the renewal of devices, for those who hold cards. */
export function RenewDevices({ chosen }: { chosen: ChosenDevices }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const mayRenew = useCan('main:pay')
  if (!mayRenew) return null
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('cards.renew')}</Button>
      {isOpen && (
        <Suspense>
          <RenewDialog chosen={chosen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
