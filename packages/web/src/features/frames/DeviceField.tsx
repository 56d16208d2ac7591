import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface DeviceFieldProps {
  terminalID: string | undefined
  onDevice: (terminalID: string | undefined) => void
}

/** A device by its id: who reads the logs has no list of devices. */
export function DeviceField({ terminalID = '', onDevice }: DeviceFieldProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(terminalID)
  useEffect(() => setText(terminalID), [terminalID])
  return (
    <Input.Search
      style={{ width: 240 }}
      allowClear
      maxLength={40}
      aria-label={t('frames.device')}
      placeholder={t('frames.device')}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onSearch={(value) => onDevice(value.trim() || undefined)}
    />
  )
}
