import { Button, type ButtonProps } from 'antd'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { DisabledReason } from '../DisabledReason.tsx'

interface ActionButtonProps extends ButtonProps {
  /** Why it cannot be pressed now; null: it can. Left out: it changes something, which the demo account may not. */
  reason?: string | null
}

/** A button that says why it cannot be pressed. */
export function ActionButton({ reason, disabled = false, ...button }: ActionButtonProps) {
  const { t } = useTranslation()
  const { isDemo } = useUser()
  const ofDemo = isDemo ? t('result.demoAccount') : null
  const shownReason = reason === undefined ? ofDemo : reason
  return (
    <DisabledReason reason={shownReason}>
      <Button {...button} disabled={disabled || shownReason !== null} />
    </DisabledReason>
  )
}
