import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'

/** Warns that schedules wait, because the server has no mail settings yet. */
export function NoMail() {
  const { t } = useTranslation()
  return (
    <Alert
      type="warning"
      showIcon
      title={t('exports.schedule.noMail')}
      description={t('exports.schedule.noMailText')}
    />
  )
}
