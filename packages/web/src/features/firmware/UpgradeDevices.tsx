import { useQuery } from '@tanstack/react-query'
import { limits } from '@trackway/core/codes/limits.ts'
import { firmwareCalls } from '@trackway/core/features/firmware/calls.ts'
import { isUnknown, type Misfit } from '@trackway/core/features/firmware/firmware-fit.ts'
import { Alert } from 'antd'
import { api } from '../../base/api.ts'
import { useTexts } from '../../base/use-texts.ts'
import type { FieldValue } from '../../ui/form/field-value.ts'
import { IdsInput } from '../../ui/vehicles/IdsInput.tsx'

/** Ids that are typed or scanned come one soon after the other. */
const gatherMs = 400

interface UpgradeDevicesProps extends FieldValue<string[]> {
  /** What they are checked for; null: it is not chosen yet. */
  fileId: number | null
  /** Devices that have not said what they have are asked before they are sent anything. */
  areAsked?: boolean
}

/** The ids of devices, and which of them can have a file. */
export function UpgradeDevices({ fileId, areAsked = false, value, ...field }: UpgradeDevicesProps) {
  const { t, format } = useTexts()
  const ids = value ?? []
  const { data } = useQuery({
    queryKey: ['firmware', 'check', fileId, ids],
    queryFn: async ({ signal }) => {
      await pause(gatherMs, signal)
      return await api(firmwareCalls.check, { fileId: fileId!, terminalIDs: ids }, { signal })
    },
    enabled: fileId !== null && ids.length > 0 && ids.length <= limits.devicesPerTask,
  })
  const wordsOf = (reason: Misfit) =>
    areAsked && isUnknown(reason) ? t('firmware.upgrade.asked') : t(`reports.taskReason.${reason}`)
  const some = (list: readonly string[]) => list.slice(0, 5).join(', ')
  const hindrances = data && [
    ...data.misfits.map(({ reason, devices }) => `${wordsOf(reason)}: ${format.number(devices)}`),
    ...(data.missing.length > 0
      ? [t('firmware.upgrade.missing', { count: data.missing.length, list: some(data.missing) })]
      : []),
  ]
  return (
    <>
      <IdsInput {...field} value={value ?? null} max={limits.devicesPerTask} rows={5} />
      {data && hindrances && (
        <Alert
          className="tw-gap-above-8"
          type={data.fitting === 0 ? 'error' : hindrances.length > 0 ? 'warning' : 'success'}
          showIcon
          title={t('firmware.upgrade.fitting', { count: data.fitting })}
          description={hindrances.length > 0 ? hindrances.join(' · ') : undefined}
        />
      )}
    </>
  )
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
