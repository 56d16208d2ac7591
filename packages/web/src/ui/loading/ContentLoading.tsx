import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'

interface ContentLoadingProps {
  /** About as many lines as what comes will have, so that little moves then. */
  rows?: number
  /** Space around it, in px, where what holds it has none. */
  inset?: number
}

/** While the data of a part of a screen arrives. Without a title: an empty heading would be read out. */
export function ContentLoading({ rows = 4, inset = 0 }: ContentLoadingProps) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('app.loading')} style={{ width: '100%', padding: inset }}>
      <Skeleton active title={false} paragraph={{ rows }} />
    </div>
  )
}
