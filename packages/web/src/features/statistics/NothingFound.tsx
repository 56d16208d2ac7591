import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { countFilters } from './search.ts'
import { useClearFilters, useStatisticsSearch } from './use-search.ts'

/** Is a report empty only because its vehicles have not been looked at yet? */
export function isPending(answer: { pendingDevices: number; devicesWithData: number } | undefined): boolean {
  return answer !== undefined && answer.pendingDevices > 0 && answer.devicesWithData === 0
}

/** An empty report, and how to see more. @param isPending whether figures are still being found */
export function NothingFound({ isPending: isAwaited = false }: { isPending?: boolean }) {
  const { t } = useTranslation()
  const { search } = useStatisticsSearch()
  const clear = useClearFilters()
  const isNarrow = countFilters(search) > 0 || search.minMinutes !== undefined || search.minKm !== undefined
  if (isAwaited) return <EmptyState title={t('statistics.pendingTitle')} text={t('statistics.pendingText')} />
  return (
    <EmptyState
      title={t('statistics.none')}
      text={t('statistics.noneText')}
      action={isNarrow && <Button onClick={clear}>{t('statistics.clear')}</Button>}
    />
  )
}
