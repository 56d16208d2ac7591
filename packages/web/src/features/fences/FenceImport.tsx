import { fenceCalls } from '@trackway/core/api/fences.ts'
import { App } from 'antd'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useTexts } from '../../base/use-texts.ts'
import { ImportAreas } from '../../map/area-screen/ImportAreas.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { AccountPicker } from '../../ui/pickers/AccountPicker.tsx'
import { VehiclePicker } from '../../ui/vehicles/VehiclePicker.tsx'
import { fenceQueries } from './use-fences.ts'

/** A thousand outlines may take their time. */
const timeoutMs = 120_000

/** Fences from a file. */
export function FenceImport({ onClose }: { onClose: () => void }) {
  const { t, format } = useTexts()
  const { message } = App.useApp()
  const [userId, setUserId] = useState<number | undefined>()
  const [terminalIDs, setTerminalIDs] = useState<string[]>([])
  return (
    <ImportAreas
      hasLines
      canRename
      title={t('fences.import')}
      addLabel={(count) => t('fences.addMany', { count, shown: format.number(count) })}
      check={(file) => api(fenceCalls.importCheck, file, { timeoutMs })}
      add={async (file, rows) => {
        const owner = userId === undefined ? {} : { userId }
        const input = { ...file, ...owner, terminalIDs, rows }
        const { fenceIds, failed } = await api(fenceCalls.import, input, { timeoutMs })
        message.success(t('map.areas.import.added', { count: fenceIds.length }))
        await reread(...fenceQueries)
        return { added: fenceIds.length, failed }
      }}
      onClose={onClose}
    >
      <AccountPicker isExact label={t('fences.userId')} value={userId} onChange={setUserId} />
      <Field label={t('fences.assign')}>
        {() => <VehiclePicker isNone userId={userId} value={terminalIDs} onChange={setTerminalIDs} />}
      </Field>
    </ImportAreas>
  )
}
