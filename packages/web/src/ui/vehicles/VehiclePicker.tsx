import { CarOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../base/use-format.ts'
import { PickerButton } from '../pickers/PickerButton.tsx'
import { VehicleChoice } from './VehicleChoice.tsx'

interface VehiclePickerProps {
  /** Whose vehicles are offered; undefined: one's own and all below. */
  userId: number | null | undefined
  value?: readonly string[] | null
  onChange?: (terminalIDs: string[]) => void
  block?: boolean
  /** Nothing chosen stands for none, not for all. */
  isNone?: boolean
}

/** Which vehicles: all of them, or some chosen from the list or by a pasted list of ids and plates. */
export function VehiclePicker({
  userId,
  value,
  onChange,
  block = false,
  isNone = false,
}: VehiclePickerProps) {
  const chosen = value ?? []
  const { t } = useTranslation()
  const format = useFormat()
  const shown =
    chosen.length === 0
      ? t(isNone ? 'ui.vehicles.noneChosen' : 'ui.vehicles.allVehicles')
      : t('ui.vehicles.vehicles', { count: chosen.length, shown: format.number(chosen.length) })
  return (
    <PickerButton icon={<CarOutlined />} label={t('ui.vehicles.whichVehicles')} shown={shown} block={block}>
      {() => (
        <VehicleChoice
          userId={userId ?? undefined}
          chosen={chosen}
          onChoose={(ids) => onChange?.(ids)}
          isNone={isNone}
        />
      )}
    </PickerButton>
  )
}
