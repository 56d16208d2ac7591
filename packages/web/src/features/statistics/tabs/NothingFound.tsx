import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../base/session.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { countFilters } from '../report-filter/url-state.ts'
import { useClearFilters, useStatisticsUrl } from '../report-filter/use-url-state.ts'

/** How many of the requested devices had data. */
export type Answered = Record<'devices' | 'devicesWithData', number> & { pendingDevices?: number }

interface NothingFoundProps {
  answer: Answered | undefined
  /** Rows in which nothing drove are left out. */
  hidesEmpty?: boolean
}

/** An empty report, why it is empty, and how to see more. */
export function NothingFound({ answer, hidesEmpty = false }: NothingFoundProps) {
  const { t } = useTranslation()
  const { search, change } = useStatisticsUrl()
  const clear = useClearFilters()
  const isNarrow =
    countFilters(search) > 0 ||
    search.minMinutes !== undefined ||
    search.minKm !== undefined ||
    search.codes !== undefined
  const mayManage = useCan('main:devices_management')
  // Their vehicles have not been looked at yet.
  if (answer?.pendingDevices && answer.devicesWithData === 0)
    return <EmptyState title={t('statistics.pendingTitle')} text={t('statistics.pendingText')} />
  if (answer?.devices === 0 && !isNarrow)
    return (
      <EmptyState
        title={t('statistics.noVehicles')}
        text={t('statistics.noVehiclesText')}
        action={
          mayManage && (
            <Link to="/index/device/deviceList">
              <Button type="primary" tabIndex={-1}>
                {t('statistics.toDevices')}
              </Button>
            </Link>
          )
        }
      />
    )
  if (hidesEmpty && answer && answer.devicesWithData > 0)
    return (
      <EmptyState
        title={t('statistics.nothingDriven')}
        text={t('statistics.nothingDrivenText')}
        action={<Button onClick={() => change({ empty: true })}>{t('statistics.withEmpty')}</Button>}
      />
    )
  return (
    <EmptyState
      title={t('statistics.none')}
      text={t('statistics.noneText')}
      action={isNarrow && <Button onClick={clear}>{t('statistics.clear')}</Button>}
    />
  )
}
