import { SendOutlined, StopOutlined } from '@ant-design/icons'
import { createLink } from '@tanstack/react-router'
import { limits } from '@trackway/core/codes/limits.ts'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { Alert, Button, Flex, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../base/api.ts'
import { reread } from '../../../base/queries/query-client.ts'
import { useCall } from '../../../base/queries/use-call.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { ActionButton } from '../../../ui/actions/ActionButton.tsx'
import { useAction } from '../../../ui/actions/use-action.ts'
import { PlainTable } from '../../../ui/antd/PlainTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { StateTag } from '../../../ui/StateTag.tsx'
import { readIds } from '../../../ui/vehicles/read-ids.ts'
import { writeDevices } from '../../../ui/vehicles/vehicle-list.ts'
import styles from '../batches/batches.module.css'
import { useDisabledReason } from '../desk/use-may-call.ts'

const LinkButton = createLink(Button)
const rereadMs = 10_000

interface Row {
  terminalID: string
  displayName: string
  isKnown: boolean
  isOnline: boolean
}

/** A pasted list of devices: which are there and connected, and what is done with those that are chosen. */
export function DeviceBatch() {
  const { t, toText } = useTexts()
  const { act } = useAction()
  const reason = useDisabledReason(commandCalls.cancelMany)
  const [text, setText] = useState('')
  const [listed, setListed] = useState<string[]>([])
  const [chosen, setChosen] = useState<string[]>([])
  const { ids } = readIds(text)
  const { data, isFetching, error } = useCall(
    ['command', 'devices', listed],
    commandCalls.previewBatch,
    { terminalIDs: listed, code: 'status', offline: true },
    { enabled: listed.length > 0, refetchInterval: rereadMs },
  )
  const rows: Row[] = [
    ...(data?.list ?? []).map(({ terminalID, displayName, isOnline }) => ({
      terminalID,
      displayName,
      isOnline,
      isKnown: true,
    })),
    ...(data?.failed ?? []).map(({ id }) => ({
      terminalID: String(id),
      displayName: '',
      isOnline: false,
      isKnown: false,
    })),
  ]
  const cancelWaiting = () =>
    act(async () => {
      const filter = { terminalIDs: chosen, states: ['queued' as const] }
      const { done } = await api(commandCalls.cancelMany, { filter })
      await reread('list')
      return t('commands.many.cancelled', { count: done })
    })
  return (
    <div className={`${styles.form} tw-stacked-when-narrow tw-inset-on-phone tw-fill tw-grid tw-gap-16`}>
      <Panel title={t('commands.many.list')}>
        <Flex vertical gap={12}>
          <Input.TextArea
            rows={12}
            aria-label={t('commands.many.list')}
            placeholder={t('commands.batch.listText')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button
            type="primary"
            loading={isFetching}
            disabled={ids.length === 0 || ids.length > limits.devicesPerOperation}
            onClick={() => {
              setListed(ids)
              setChosen([])
            }}
          >
            {t('commands.many.look', { count: ids.length })}
          </Button>
        </Flex>
      </Panel>
      <Panel label={t('commands.devices')}>
        <Flex gap={8} wrap className="tw-gap-below">
          <LinkButton
            type="primary"
            icon={<SendOutlined />}
            disabled={chosen.length === 0}
            to="/test/mutiCmd/$tab"
            params={{ tab: 'sendMutiCmd' }}
            search={{ terminalID: writeDevices(chosen) } as never}
          >
            {t('commands.many.send', { count: chosen.length })}
          </LinkButton>
          <ActionButton
            reason={reason}
            icon={<StopOutlined />}
            disabled={chosen.length === 0}
            onClick={() => void cancelWaiting()}
          >
            {t('commands.many.cancel')}
          </ActionButton>
        </Flex>
        {error && <Alert type="error" showIcon title={toText(error)} className="tw-gap-below" />}
        {listed.length === 0 ? (
          <EmptyState title={t('commands.many.none')} text={t('commands.many.noneText')} />
        ) : (
          <div className="tw-scroll tw-shrink-down">
            <DeviceTable rows={rows} chosen={chosen} onChoose={setChosen} />
          </div>
        )}
      </Panel>
    </div>
  )
}

interface DeviceTableProps {
  rows: readonly Row[]
  chosen: string[]
  onChoose: (chosen: string[]) => void
}

function DeviceTable({ rows, chosen, onChoose }: DeviceTableProps) {
  const { t } = useTranslation()
  return (
    <PlainTable<Row>
      rowKey="terminalID"
      dataSource={[...rows]}
      pageSize={100}
      rowSelection={{
        selectedRowKeys: chosen,
        onChange: (keys) => onChoose(keys as string[]),
        getCheckboxProps: ({ isKnown }) => ({ disabled: !isKnown }),
      }}
      columns={[
        { title: t('reports.column.terminalID'), dataIndex: 'terminalID' },
        {
          title: t('reports.column.displayName'),
          render: (_, { isKnown, displayName }) => (isKnown ? displayName : t('result.notFound')),
        },
        {
          title: t('reports.column.state'),
          render: (_, { isKnown, isOnline }) =>
            isKnown && <StateTag state={isOnline ? 'online' : 'offline'} />,
        },
      ]}
    />
  )
}
