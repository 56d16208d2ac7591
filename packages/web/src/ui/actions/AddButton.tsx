import { PlusOutlined } from '@ant-design/icons'
import { ActionButton } from './ActionButton.tsx'

/** Adds an entry; the demo account reads why it cannot. */
export function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionButton type="primary" icon={<PlusOutlined />} onClick={onClick}>
      {label}
    </ActionButton>
  )
}
