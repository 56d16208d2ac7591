import { CarOutlined, DownOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import { VehicleChoice } from './VehicleChoice.tsx'

interface VehiclePickerProps {
  /** Whose vehicles are offered; undefined: one's own and all below. */
  userId: number | undefined
  chosen: readonly string[]
  onChoose: (terminalIDs: string[]) => void
  block?: boolean
}

/** Which vehicles: all of them, or some chosen from the list or by a pasted list of ids and plates. */
export function VehiclePicker({ userId, chosen, onChoose, block = false }: VehiclePickerProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isOpen, setIsOpen] = useState(false)
  const shown =
    chosen.length === 0
      ? t('statistics.allVehicles')
      : t('statistics.vehicles', { count: chosen.length, shown: format.number(chosen.length) })
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      open={isOpen}
      onOpenChange={setIsOpen}
      destroyOnHidden
      content={<VehicleChoice userId={userId} chosen={chosen} onChoose={onChoose} />}
    >
      <Button
        icon={<CarOutlined />}
        block={block}
        className={block ? 'tw-account-field' : ''}
        aria-label={`${t('statistics.whichVehicles')}: ${shown}`}
        aria-expanded={isOpen}
      >
        <span className="tw-account-name">{shown}</span>
        <DownOutlined style={{ fontSize: 10 }} />
      </Button>
    </Popover>
  )
}
