import { limits } from '@trackway/core/codes/limits.ts'
import { type ServerMove, serverMoveCalls } from '@trackway/core/features/server-moves/calls.ts'
import { Alert, Button, Flex } from 'antd'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { PlainTable } from '../../ui/antd/PlainTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { IdsInput } from '../../ui/vehicles/IdsInput.tsx'
import { MoveStateTag } from './MoveStateTag.tsx'

const rereadMs = 10_000

/** What became of a list of devices: where each was sent, and the strongest proof that it got there. */
export function MoveResult() {
  const { t, format, toText } = useTexts()
  const { act } = useAction()
  const [ids, setIds] = useState<string[]>([])
  const [listed, setListed] = useState<string[]>([])
  const { data, error, isFetching } = useCall(
    ['serverMove', listed],
    serverMoveCalls.findByImeis,
    { terminalIDs: listed },
    { enabled: listed.length > 0, refetchInterval: rereadMs },
  )
  const known = new Set(data?.list.map(({ terminalID }) => terminalID))
  const missing = listed.filter((id) => !known.has(id))
  const check = () =>
    act(async () => {
      await api(serverMoveCalls.check, { terminalIDs: listed })
      await reread('serverMove')
      return t('serverMoves.checked')
    })
  return (
    <Flex vertical gap={16} className="tw-inset-on-phone tw-fill">
      <Panel title={t('serverMoves.ofDevices')}>
        <IdsInput
          value={ids}
          onChange={(next) => setIds(next ?? [])}
          max={limits.devicesPerOperation}
          rows={4}
        />
        <Flex gap={8} className="tw-gap-above">
          <Button
            type="primary"
            loading={isFetching}
            disabled={ids.length === 0 || ids.length > limits.devicesPerOperation}
            onClick={() => setListed(ids)}
          >
            {t('serverMoves.look', { count: ids.length })}
          </Button>
          <ActionButton disabled={listed.length === 0} onClick={() => void check()}>
            {t('serverMoves.checkNow')}
          </ActionButton>
        </Flex>
      </Panel>
      <Panel label={t('serverMoves.tab.transferIpResult')}>
        {error && <Alert type="error" showIcon title={toText(error)} className="tw-gap-below" />}
        {data && missing.length > 0 && (
          <Alert
            type="warning"
            showIcon
            className="tw-gap-below"
            title={t('serverMoves.missing', {
              count: missing.length,
              list: missing.slice(0, 8).join(', '),
            })}
          />
        )}
        {listed.length === 0 ? (
          <EmptyState title={t('serverMoves.noneListed')} text={t('serverMoves.noneListedText')} />
        ) : (
          <div className="tw-scroll tw-shrink-down">
            <PlainTable<ServerMove>
              rowKey="id"
              dataSource={[...(data?.list ?? [])]}
              pageSize={100}
              columns={[
                { title: t('reports.column.terminalID'), dataIndex: 'terminalID' },
                { title: t('reports.column.displayName'), dataIndex: 'displayName' },
                { title: t('reports.column.moveHost'), dataIndex: 'host' },
                {
                  title: t('reports.column.moveState'),
                  render: (_, { state }) => <MoveStateTag state={state} />,
                },
                {
                  title: t('reports.column.itemReason'),
                  render: (_, { reason }) =>
                    reason && t(`reports.taskReason.${reason}`, { defaultValue: reason }),
                },
                {
                  title: t('reports.column.isHere'),
                  render: (_, { isHere }) => t(isHere ? 'serverMoves.here' : 'serverMoves.away'),
                },
                {
                  title: t('reports.column.itemChange'),
                  render: (_, { changeTime }) => format.dateTime(changeTime),
                },
              ]}
            />
          </div>
        )}
      </Panel>
    </Flex>
  )
}
