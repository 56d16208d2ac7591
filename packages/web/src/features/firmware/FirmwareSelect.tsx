import { type FirmwareFile, firmwareCalls } from '@trackway/core/features/firmware/calls.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../base/queries/use-call.ts'
import type { FieldValue } from '../../ui/form/field-value.ts'

const mostShown = 50

interface FirmwareSelectProps extends FieldValue<number> {
  /** Those that may be chosen; left out: all. */
  isOffered?: (file: FirmwareFile) => boolean
}

/** One firmware file, by version, model or file name. */
export function FirmwareSelect({ isOffered = () => true, value = null, ...field }: FirmwareSelectProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const { data, isFetching } = useCall(['firmware', 'files', search], firmwareCalls.find, {
    pageSize: mostShown,
    ...(search && { search }),
  })
  const options = (data?.list ?? []).filter(isOffered).map(({ id, version, deviceTypeName }) => ({
    value: id,
    label: `${version} · ${deviceTypeName}`,
  }))
  return (
    <Select<number | null>
      {...field}
      value={value}
      loading={isFetching}
      placeholder={t('firmware.chooseFile')}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      options={options}
    />
  )
}
