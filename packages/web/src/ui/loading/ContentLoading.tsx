import { Alert, Skeleton } from 'antd'
import { useTexts } from '../../base/use-texts.ts'

interface ContentLoadingProps {
  /** About as many lines as what comes will have, so that little moves then. */
  rows?: number
  /** Space around it, in px, where what holds it has none. */
  inset?: number
  /** Why it does not come. */
  error?: unknown
}

/** While the data of a part of a screen arrives, or why it does not. Without a title: an empty heading would be read out. */
export function ContentLoading({ rows = 4, inset = 0, error }: ContentLoadingProps) {
  const { t, toText } = useTexts()
  if (error) return <Alert type="error" showIcon title={toText(error)} />
  return (
    <div role="status" aria-label={t('app.loading')} className="tw-full-width" style={{ padding: inset }}>
      <Skeleton active title={false} paragraph={{ rows }} />
    </div>
  )
}
