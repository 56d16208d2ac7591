import { Button } from 'antd'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayRenew } from '../use-ways.ts'
import type { ChosenDevices } from './RenewDialog.tsx'

const RenewDialog = lazy(async () => ({ default: (await import('./RenewDialog.tsx')).RenewDialog }))

interface RenewDevicesProps {
  chosen: ChosenDevices
  /** Shown to those who have no way to pay. */
  otherwise?: ReactNode
}

/** Opens the renewal of devices, for those who can pay for it. */
export function RenewDevices({ chosen, otherwise = null }: RenewDevicesProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  if (!useMayRenew()) return otherwise
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('orders.renew.open')}</Button>
      {isOpen && <Renewal chosen={chosen} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** The renewal, whose code is loaded when it opens. */
export function Renewal(props: { chosen: ChosenDevices; onClose: () => void }) {
  return (
    <Suspense>
      <RenewDialog {...props} />
    </Suspense>
  )
}
