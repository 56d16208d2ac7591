import { Button } from 'antd'
import { ApiError } from '../../../base/api.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useClearFilters } from '../report-filter/use-url-state.ts'

interface ReportFailedProps {
  error: unknown
  onRetry: () => void
}

/** Why a report is not there. A link may name a vehicle or an account that is gone: then without it. */
export function ReportFailed({ error, onRetry }: ReportFailedProps) {
  const { t, toText } = useTexts()
  const clear = useClearFilters()
  const isGone = error instanceof ApiError && error.result === 'notFound'
  return (
    <EmptyState
      title={isGone ? t('statistics.choiceGone') : t('ui.table.failed')}
      text={isGone ? t('statistics.choiceGoneText') : toText(error)}
      action={
        isGone ? (
          <Button type="primary" onClick={clear}>
            {t('statistics.clear')}
          </Button>
        ) : (
          <Button type="primary" onClick={onRetry}>
            {t('ui.error.again')}
          </Button>
        )
      }
    />
  )
}
