import { riskPointCalls } from '@trackway/core/features/risk-points/calls.ts'
import { App } from 'antd'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useTexts } from '../../base/use-texts.ts'
import { ImportAreas } from '../../map/area-screen/ImportAreas.tsx'
import { AccountPicker } from '../../ui/pickers/AccountPicker.tsx'
import { riskPointQueries } from './use-risk-points.ts'

/** A thousand outlines may take their time. */
const timeoutMs = 120_000

interface ImportRiskPointsProps {
  /** Whose they become; undefined: of the account itself. */
  userId: number | undefined
  onUser: (userId: number | undefined) => void
  onClose: () => void
}

/** Risk points from the outlines of a file. */
export function ImportRiskPoints({ userId, onUser, onClose }: ImportRiskPointsProps) {
  const { t, format } = useTexts()
  const { message } = App.useApp()
  return (
    <ImportAreas
      title={t('riskPoints.import')}
      addLabel={(count) => t('riskPoints.addMany', { count, shown: format.number(count) })}
      check={({ lineWidthM: _, ...file }) => api(riskPointCalls.importCheck, file, { timeoutMs })}
      add={async ({ lineWidthM: _, ...file }, rows) => {
        const input = {
          ...file,
          rows: rows.map(({ row }) => row),
          ...(userId !== undefined && { userId }),
        }
        const { ids, failed } = await api(riskPointCalls.import, input, { timeoutMs })
        message.success(t('map.areas.import.added', { count: ids.length }))
        await reread(...riskPointQueries)
        return { added: ids.length, failed }
      }}
      onClose={onClose}
    >
      <AccountPicker isExact label={t('riskPoints.userId')} value={userId} onChange={onUser} />
    </ImportAreas>
  )
}
