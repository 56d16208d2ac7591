import { isServed } from '@trackway/core/codes/protocols.ts'
import { Select, type SelectProps } from 'antd'
import { useTranslation } from 'react-i18next'
import { useDeviceTypes } from './use-device-types.ts'

interface DeviceTypePickerProps extends Pick<SelectProps, 'id' | 'className' | 'style' | 'aria-label'> {
  value?: number | string | null
  onChange?: (id: number | undefined) => void
  /** One that the platform speaks with must be chosen; otherwise none stands for every type. */
  isRequired?: boolean
}

/** Chooses a device type, by its name or that of the protocol it speaks. */
export function DeviceTypePicker({ value, onChange, isRequired = false, ...rest }: DeviceTypePickerProps) {
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
      placeholder={t(isRequired ? 'ui.deviceType.choose' : 'ui.deviceType.any')}
      showSearch={{
        filterOption: (text, option) => startRank(option?.label, option?.wire, text) > 0,
        filterSort: (a, b, { searchValue }) =>
          startRank(b.label, b.wire, searchValue) - startRank(a.label, a.wire, searchValue),
      }}
      options={types.data
        ?.filter((type) => !isRequired || isServed(type) || type.id === value)
        .map(({ id, name, wire }) => ({ value: id, label: name, wire }))}
      optionRender={({ data }) => `${data.label} · ${data.wire}`}
    />
  )
}

/** The type that is called so comes before those that contain it, or whose protocol is called so; 0: neither. */
function startRank(name = '', wire = '', text: string): number {
  const wanted = text.toLowerCase()
  if (name.toLowerCase().startsWith(wanted)) return 2
  return `${name} · ${wire}`.toLowerCase().includes(wanted) ? 1 : 0
}
