import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'

/** Few dialogs show one, so its code is loaded on demand. */
const Drawn = lazy(() => import('antd/es/qr-code'))

interface QrCodeProps {
  value: string
  sizePx: number
  label?: string
}

/** A QR code. Scanners want dark on light, whatever the page looks like. */
export function QrCode({ value, sizePx, label }: QrCodeProps) {
  return (
    <Suspense fallback={<Skeleton.Node active style={{ width: sizePx, height: sizePx }} />}>
      <Drawn
        value={value}
        type="svg"
        size={sizePx}
        color="#000"
        bgColor="#fff"
        bordered={false}
        {...(label && { 'aria-label': label })}
      />
    </Suspense>
  )
}
