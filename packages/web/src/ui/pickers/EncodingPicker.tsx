import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Encoding, encodings } from '../../base/decode-text.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'

interface EncodingPickerProps {
  value: Encoding
  onChange: (encoding: Encoding) => void
}

/** Shows in which encoding a file was read, and lets it be read in another one. */
export function EncodingPicker({ value, onChange }: EncodingPickerProps) {
  const { t } = useTranslation()
  return (
    <Select
      size={useIsPhone() ? 'middle' : 'small'}
      aria-label={t('ui.encoding.label')}
      title={t('ui.encoding.label')}
      popupMatchSelectWidth={false}
      value={value}
      onChange={onChange}
      options={encodings.map((encoding) => ({ value: encoding, label: t(`ui.encoding.${encoding}`) }))}
    />
  )
}
