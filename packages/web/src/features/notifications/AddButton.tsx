import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { DisabledReason } from '../../ui/DisabledReason.tsx'

/** Adds an entry; a demo account reads why it cannot. */
export function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  const { t } = useTranslation()
  const { isDemo } = useUser()
  return (
    <DisabledReason reason={isDemo ? t('result.demoAccount') : null}>
      <Button type="primary" icon={<PlusOutlined />} disabled={isDemo} onClick={onClick}>
        {label}
      </Button>
    </DisabledReason>
  )
}
