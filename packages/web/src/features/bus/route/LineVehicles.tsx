import { CarOutlined } from '@ant-design/icons'
import { useTexts } from '../../../base/use-texts.ts'
import { PickerButton } from '../../../ui/pickers/PickerButton.tsx'
import { VehicleChoice } from '../../../ui/vehicles/VehicleChoice.tsx'

interface LineVehiclesProps {
  /** The line's account; undefined: one's own. */
  userId: number | undefined
  value: readonly string[]
  onChange: (terminalIDs: string[]) => void
}

/** Which vehicles drive the line. */
export function LineVehicles({ userId, value, onChange }: LineVehiclesProps) {
  const { t, format } = useTexts()
  const shown =
    value.length === 0
      ? t('bus.route.noVehicles')
      : t('ui.vehicles.vehicles', { count: value.length, shown: format.number(value.length) })
  return (
    <PickerButton icon={<CarOutlined />} label={t('bus.route.vehicles')} shown={shown} block>
      {() => <VehicleChoice userId={userId} chosen={value} onChoose={onChange} />}
    </PickerButton>
  )
}
