import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { unknown } from '../base/format.ts'
import { useFormat } from '../base/use-format.ts'
import { useNow } from '../base/use-now.ts'

/** How long ago something was; the instant itself on hover. */
export function RelativeTime({ at }: { at: number | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  if (at === null) return <span className="tw-muted">{unknown}</span>
  return (
    <Tooltip title={format.dateTime(at)}>
      <time className="tw-number" dateTime={new Date(at).toISOString()}>
        {t('ui.ago', { span: format.age(at, now) })}
      </time>
    </Tooltip>
  )
}
