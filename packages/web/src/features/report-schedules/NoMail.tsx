import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'

/** Says that what is scheduled waits: the platform has no mail server yet. */
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
