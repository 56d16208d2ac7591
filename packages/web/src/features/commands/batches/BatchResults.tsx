import { RedoOutlined, StopOutlined } from '@ant-design/icons'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { commandBatchList, commandCalls } from '@trackway/core/features/commands/calls.ts'
import { Button, Flex, Progress } from 'antd'
import { api } from '../../../base/api.ts'
import { reread } from '../../../base/queries/query-client.ts'
import { useCall } from '../../../base/queries/use-call.ts'
import { useCan } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { useAction } from '../../../ui/actions/use-action.ts'
import { DisabledReason } from '../../../ui/DisabledReason.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { confirm } from '../../../ui/form/confirm.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ListScreen } from '../../../ui/list/ListScreen.tsx'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import { riskConfirmation } from '../desk/risk.ts'
import { StateGrid } from '../desk/StateGrid.tsx'
import { useLiveCommands } from '../desk/use-live-commands.ts'
import { useDisabledReason } from '../desk/use-may-call.ts'

/** What became of commands to many devices: a grid of their states, retry of what failed, stop of what waits. */
export function BatchResults() {
  const navigate = useNavigate()
  const { jobId } = useSearch({ strict: false }) as { jobId?: number }
  useLiveCommands()
  const open = (id: number | undefined) =>
    void navigate({ to: '.', search: ((was: object) => ({ ...was, jobId: id })) as never })
  return (
    <>
      {jobId !== undefined && <OneBatch jobId={jobId} onClose={() => open(undefined)} />}
      <ListScreen
        list={commandBatchList}
        onOpen={(row) => open(row.jobId)}
        onSelect={(row) => open(row.jobId)}
        selected={jobId ?? null}
      />
    </>
  )
}

function OneBatch({ jobId, onClose }: { jobId: number; onClose: () => void }) {
  const { t, toText } = useTexts()
  // Both are of those who send; readers of the logs only look.
  const mayAct = useCan('main:command', 'test:cmd')
  const reason = useDisabledReason(commandCalls.batchStop)
  const { act, isBusy } = useAction()
  const { data, error } = useCall(['command', 'batch', jobId], commandCalls.batchStates, { jobId })
  const cells = data?.list ?? []
  const countOf = (...states: string[]) => cells.filter(({ state }) => states.includes(state)).length
  const [queued, failed] = [countOf('queued'), countOf('failed', 'expired')]
  const run = (work: () => Promise<string>) =>
    act(async () => {
      const done = await work()
      await reread(['command', 'batch'], 'list')
      return done
    })
  const stop = async () => {
    const { cancelled } = await api(commandCalls.batchStop, { jobId })
    return t('commands.batch.stopped', { count: cancelled })
  }
  const retry = async () => {
    const { retried } = await api(commandCalls.batchRetry, { jobId })
    return t('commands.batch.retried', { count: retried })
  }
  const confirmAndRetry = async () => {
    const one = cells.find(({ state }) => state === 'failed' || state === 'expired')
    if (!one) return
    await act(async () => {
      const { code } = await api(commandCalls.get, { id: one.id })
      const confirmation = riskConfirmation(code, String(failed), t)
      if (confirmation) confirm({ ...confirmation, onOk: () => run(retry) })
      else await run(retry)
    })
  }
  const over = cells.length - countOf('queued', 'sent')
  return (
    <Panel
      title={t('commands.batch.one', { id: jobId })}
      note={data && t('commands.batch.over', { over, total: cells.length })}
      onClose={onClose}
      actions={
        mayAct && (
          <DisabledReason reason={reason}>
            <Flex gap={8}>
              <Button
                icon={<RedoOutlined />}
                loading={isBusy}
                disabled={reason !== null || failed === 0}
                onClick={() => void confirmAndRetry()}
              >
                {t('commands.batch.retry', { count: failed })}
              </Button>
              <Button
                danger
                icon={<StopOutlined />}
                loading={isBusy}
                disabled={reason !== null || queued === 0}
                onClick={() => void run(stop)}
              >
                {t('commands.batch.stop', { count: queued })}
              </Button>
            </Flex>
          </DisabledReason>
        )
      }
    >
      {error ? (
        <EmptyState title={toText(error)} />
      ) : !data ? (
        <ContentLoading />
      ) : (
        <Flex vertical gap={12} className="tw-scroll tw-shrink-down">
          <Progress
            percent={cells.length === 0 ? 0 : Math.floor((over * 100) / cells.length)}
            aria-label={t('commands.batch.progress')}
          />
          <StateGrid cells={cells} />
        </Flex>
      )}
    </Panel>
  )
}
