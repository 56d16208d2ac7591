import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { Alert, Flex } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../base/queries/use-call.ts'
import { StateGrid } from './StateGrid.tsx'

interface SentBatchProps {
  /** Null: nothing was sent to any of them. */
  jobId: number | null
  failed: readonly { id: string | number; result: string }[]
}

/** What becomes of a command that was sent to several devices, and why some did not get it. */
export function SentBatch({ jobId, failed }: SentBatchProps) {
  const { t } = useTranslation()
  const { data } = useCall(
    ['command', 'batch', jobId],
    commandCalls.batchStates,
    jobId === null ? null : { jobId },
  )
  return (
    <Flex vertical gap={12}>
      {failed.map(({ id, result }) => (
        <Alert key={id} type="warning" title={`${id}: ${t(`result.${result}`)}`} />
      ))}
      {data && <StateGrid cells={data.list} />}
    </Flex>
  )
}
