import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { alarmText } from '../../../ui/vehicles/alarm-text.ts'

/** What an alarm's code is called in the language of the page. */
export function useAlarmName(): (code: number) => string {
  const { t } = useTranslation()
  return useCallback((code) => alarmText(code, t), [t])
}
