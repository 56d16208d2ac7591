import { Spin } from 'antd'
import { useTranslation } from 'react-i18next'

/** While the code of a screen arrives. */
export function ScreenLoading() {
  const { t } = useTranslation()
  return (
    <div className="tw-centre" role="status" aria-label={t('app.loading')}>
      <Spin />
    </div>
  )
}
