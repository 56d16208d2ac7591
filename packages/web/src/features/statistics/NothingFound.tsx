import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { countFilters } from './search.ts'
import { useStatisticsSearch } from './use-search.ts'

/** Is a report empty only because its vehicles have not been looked at yet? */
export function isPending(answer: { pendingDevices: number; devicesWithData: number } | undefined): boolean {
  return answer !== undefined && answer.pendingDevices > 0 && answer.devicesWithData === 0
}

/** An empty report, and how to see more. @param isPending whether figures are still being found */
export function NothingFound({ isPending: isAwaited = false }: { isPending?: boolean }) {
  const { t } = useTranslation()
  const { search, change } = useStatisticsSearch()
  const isNarrow = countFilters(search) > 0 || search.minMinutes !== undefined || search.minKm !== undefined
  if (isAwaited) return <EmptyState title={t('statistics.pendingTitle')} text={t('statistics.pendingText')} />
  return (
    <EmptyState
      title={t('statistics.none')}
      text={t('statistics.noneText')}
      action={
        isNarrow && (
          <Button
            onClick={() =>
              change({
                userId: undefined,
                own: undefined,
                devices: undefined,
                deviceType: undefined,
                minMinutes: undefined,
                minKm: undefined,
              })
            }
          >
            {t('statistics.clear')}
          </Button>
        )
      }
    />
  )
}
