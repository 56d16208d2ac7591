import { useNavigate, useSearch } from '@tanstack/react-router'
import { limits } from '@trackway/core/codes/limits.ts'
import {
  type QualityYield,
  qualityCheckCalls,
  qualityYieldList,
  type YieldGroup,
  yieldGroups,
} from '@trackway/core/features/quality-checks/calls.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import { YieldBars } from '../../ui/chart/YieldBars.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { Pills } from '../../ui/Pills.tsx'
import { ResultTools } from '../../ui/scan/ResultTools.tsx'

interface YieldUrl {
  by?: YieldGroup
  from?: number
  to?: number
  deviceType?: number
  batch?: string
  station?: string
}

/** First-pass yield by day, model, batch or station, as bars and as a table. */
export function Yield() {
  const { t, format } = useTexts()
  const navigate = useNavigate()
  const { by = 'day', from, to, deviceType, batch, station } = useSearch({ strict: false }) as YieldUrl
  const input = { by, from, to, deviceType, batch, station, pageSize: limits.maxPageSize }
  const { data } = useCall(['list', qualityYieldList.name, 'bars', input], qualityCheckCalls.yield, input)
  const labelOf = ({ group }: QualityYield) =>
    group === null ? t('qualityChecks.noGroup') : by === 'day' ? format.day(group) : group
  return (
    <>
      <div className="tw-inset-on-phone">
        <YieldBars
          label={t('reports.name.qualityYield')}
          bars={(data?.list ?? []).map((row) => ({
            key: row.id,
            label: labelOf(row),
            tested: row.tested,
            passed: row.passed,
          }))}
        />
      </div>
      <ListScreen
        list={qualityYieldList}
        given={{ by }}
        cells={{ group: labelOf }}
        tools={
          <>
            <Pills
              isDense
              label={t('reports.column.yieldGroup')}
              chosen={by}
              onChoose={(next) =>
                void navigate({
                  to: '.',
                  search: ((was: object) => ({ ...was, by: next, pageNum: undefined })) as never,
                })
              }
              pills={yieldGroups.map((key) => ({ key, label: t(`qualityChecks.by.${key}`) }))}
            />
            <ResultTools />
          </>
        }
      />
    </>
  )
}
