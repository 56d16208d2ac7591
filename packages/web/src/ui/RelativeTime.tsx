import { Tooltip } from 'antd'
import { unknown } from '../base/format.ts'
import { useNow } from '../base/use-now.ts'
import { useTexts } from '../base/use-texts.ts'

/** How long ago something was; the instant itself on hover. */
export function RelativeTime({ at }: { at: number | null }) {
  const { t, format } = useTexts()
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
