import { useSearch } from '@tanstack/react-router'
import type { InputOf } from '@trackway/core/api/call.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import {
  type JigYield,
  type JigYieldGroup,
  jigResultCalls,
  jigYieldGroups,
  jigYieldList,
} from '@trackway/core/features/jig-results/calls.ts'
import { useState } from 'react'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import { YieldBars } from '../../ui/chart/YieldBars.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { Pills } from '../../ui/Pills.tsx'
import { ResultTools } from '../../ui/scan/ResultTools.tsx'

type YieldUrl = Pick<InputOf<typeof jigResultCalls.yield>, 'from' | 'to' | 'kind' | 'station' | 'batch'>

/** First-pass yield: bars by day, station or test, and a table of all three. */
export function Yield() {
  const { t, format } = useTexts()
  const { from, to, kind, station, batch } = useSearch({ strict: false }) as YieldUrl
  const [by, setBy] = useState<JigYieldGroup>('day')
  const input = { by, from, to, kind, station, batch, pageSize: limits.maxPageSize }
  const { data } = useCall(['list', jigYieldList.name, 'bars', input], jigResultCalls.yield, input)
  const labelOf = ({ day, station, kind }: JigYield): string => {
    if (day !== null) return format.day(day)
    if (kind !== null) return t(`reports.jigKind.${kind}`)
    return station ?? t('jigResults.byPerson')
  }
  return (
    <>
      <div className="tw-inset-on-phone">
        <YieldBars
          label={t('reports.name.jigYield')}
          bars={(data?.list ?? []).map((row) => ({
            key: row.id,
            label: labelOf(row),
            tested: row.tested,
            passed: row.passed,
          }))}
        />
      </div>
      <ListScreen
        list={jigYieldList}
        tools={
          <>
            <Pills
              isDense
              label={t('jigResults.bars')}
              chosen={by}
              onChoose={setBy}
              pills={jigYieldGroups.map((key) => ({ key, label: t(`jigResults.by.${key}`) }))}
            />
            <ResultTools />
          </>
        }
      />
    </>
  )
}
