import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './schedules.module.css'

/** Says that what is scheduled waits: the platform has no mail server yet. */
export function NoMail() {
  const { t } = useTranslation()
  return (
    <Alert
      type="warning"
      showIcon
      className={styles.noMail}
      title={t('exports.schedule.noMail')}
      description={t('exports.schedule.noMailText')}
    />
  )
}
