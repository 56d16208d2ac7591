import { CarOutlined } from '@ant-design/icons'
import { useTexts } from '../../base/use-texts.ts'
import { PickerButton } from '../pickers/PickerButton.tsx'
import { VehicleChoice } from './VehicleChoice.tsx'
import { useVehicles } from './vehicle-list.ts'

interface VehiclePickerProps {
  /** Whose vehicles are offered; undefined: one's own and all below. */
  userId: number | null | undefined
  value?: readonly string[] | null
  onChange?: (terminalIDs: string[]) => void
  block?: boolean
  /** Nothing chosen means none, not all. */
  isNone?: boolean
  /** One at most: the vehicle chosen last, shown by its name. */
  isOne?: boolean
  /** Also those that the account had before, whose past it still sees. */
  withFormer?: boolean
}

/** Which vehicles: all of them, or some chosen from the list or by a pasted list of ids and plates. */
export function VehiclePicker({
  userId,
  value,
  onChange,
  block = false,
  isNone = false,
  isOne = false,
  withFormer = false,
}: VehiclePickerProps) {
  const chosen = value ?? []
  const { t, format } = useTexts()
  const { data } = useVehicles(userId ?? undefined, isOne && chosen.length > 0, { withFormer })
  const nameOf = (id: string) => data?.vehicles.find(({ terminalID }) => terminalID === id)?.name ?? id
  const many =
    chosen.length === 0
      ? t(isNone ? 'ui.vehicles.noneChosen' : 'ui.vehicles.allVehicles')
      : t('ui.vehicles.vehicles', { count: chosen.length, shown: format.number(chosen.length) })
  const shown = isOne && chosen[0] !== undefined ? nameOf(chosen[0]) : many
  return (
    <PickerButton icon={<CarOutlined />} label={t('ui.vehicles.whichVehicles')} shown={shown} block={block}>
      {(close) => (
        <VehicleChoice
          userId={userId ?? undefined}
          chosen={chosen}
          onChoose={(ids) => {
            onChange?.(isOne ? ids.slice(-1) : ids)
            if (isOne && ids.length > 0) close()
          }}
          isNone={isNone}
          withFormer={withFormer}
        />
      )}
    </PickerButton>
  )
}
