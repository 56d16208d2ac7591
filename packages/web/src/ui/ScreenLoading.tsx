import { Spin } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './ScreenLoading.module.css'

/** While the code of a screen arrives. */
export function ScreenLoading() {
  const { t } = useTranslation()
  return (
    <div className={styles.centre} role="status" aria-label={t('app.loading')}>
      <Spin />
    </div>
  )
}
