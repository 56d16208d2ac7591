import { isServed, typeName } from '@trackway/core/codes/protocols.ts'
import type { DeviceType } from '@trackway/core/features/devices/calls.ts'
import { Select, type SelectProps } from 'antd'
import { useTranslation } from 'react-i18next'
import { useDeviceTypes } from './use-device-types.ts'

interface DeviceTypePickerProps
  extends Pick<SelectProps, 'id' | 'className' | 'style' | 'aria-label' | 'placeholder'> {
  value?: number | string | null
  onChange?: (id: number | undefined) => void
  /** One that the platform speaks with must be chosen; otherwise none means every type. */
  isRequired?: boolean
  /** Which of them may be chosen; left out: all. */
  isOffered?: (type: DeviceType) => boolean
}

/** Chooses a device type, by its name or that of the protocol it speaks. */
export function DeviceTypePicker({
  value,
  onChange,
  isRequired = false,
  isOffered = () => true,
  placeholder,
  ...rest
}: DeviceTypePickerProps) {
  const { t } = useTranslation()
  const types = useDeviceTypes()
  return (
    <Select
      {...rest}
      value={value ?? null}
      onChange={(id) => onChange?.(typeof id === 'number' ? id : undefined)}
      allowClear={!isRequired}
      // What was typed before there was a list to choose from would not be chosen by Enter.
      disabled={types.isPending}
      loading={types.isPending}
      placeholder={placeholder ?? t(isRequired ? 'ui.deviceType.choose' : 'ui.deviceType.any')}
      showSearch={{
        filterOption: (text, option) => startRank(option, text) > 0,
        filterSort: (a, b, { searchValue }) => startRank(b, searchValue) - startRank(a, searchValue),
      }}
      options={types.data
        ?.filter((type) => type.id === value || ((!isRequired || isServed(type)) && isOffered(type)))
        .map((type) => ({ value: type.id, label: typeName(type), name: type.name, wire: type.wire }))}
      optionRender={({ data }) => `${data.label} · ${data.wire}`}
    />
  )
}

interface Searched {
  label: string
  name: string
  wire: string
}

/** The type that is called so comes before those that contain it, or whose protocol is called so; 0: neither. */
function startRank(type: Searched | undefined, text: string): number {
  const needle = text.toLowerCase()
  const { label = '', name = '', wire = '' } = type ?? {}
  if ([label, name].some((called) => called.toLowerCase().startsWith(needle))) return 2
  return `${label} · ${name} · ${wire}`.toLowerCase().includes(needle) ? 1 : 0
}
