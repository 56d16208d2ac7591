import { DeleteOutlined } from '@ant-design/icons'
import { type CommandOrder, commandCalls } from '@trackway/core/features/commands/calls.ts'
import { Button, Flex } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../../base/api.ts'
import { useCall } from '../../../base/queries/use-call.ts'
import { useUser } from '../../../base/session.ts'
import { useAction } from '../../../ui/actions/use-action.ts'
import { PlainTable } from '../../../ui/antd/PlainTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'

/** Saved commands: the caller's own can be deleted. */
export function SavedOrders() {
  const { t } = useTranslation()
  const { act } = useAction()
  const { isDemo } = useUser()
  const { data, refetch } = useCall(['command', 'orders'], commandCalls.orders, {})
  const remove = async ({ id }: CommandOrder) => {
    await act(async () => {
      await api(commandCalls.deleteOrder, { id })
      return t('commands.orderDeleted')
    })
    await refetch()
  }
  const inWords = ([field, value]: [string, unknown]) => {
    const word = [`reports.yesNo.${value}`, `command.choice.${value}`]
    const text = typeof value === 'number' ? value : t(word, { defaultValue: String(value) })
    return `${t(`command.field.${field}`, { defaultValue: field })}: ${text}`
  }
  if (data?.list.length === 0)
    return <EmptyState title={t('commands.noOrders')} text={t('commands.noOrdersText')} />
  return (
    <Panel label={t('commands.orders')}>
      <PlainTable<CommandOrder>
        rowKey="id"
        loading={!data}
        // Texts are wrapped where there is no room.
        scroll={{}}
        dataSource={data?.list ?? []}
        columns={[
          {
            title: t('commands.orderName'),
            render: (_, { name, code }) => (
              <>
                <div>{name}</div>
                <small className="tw-muted">{t(`reports.command.${code ?? 'text'}`)}</small>
              </>
            ),
          },
          {
            title: t('reports.column.content'),
            render: (_, { content, parameters }) =>
              content ? <code>{content}</code> : Object.entries(parameters).map(inWords).join(', '),
          },
          {
            title: '',
            render: (_, order) => (
              <Flex justify="end">
                {order.isOwn ? (
                  <Button
                    type="text"
                    icon={<DeleteOutlined />}
                    disabled={isDemo}
                    aria-label={t('commands.deleteOrder', { name: order.name })}
                    onClick={() => void remove(order)}
                  />
                ) : (
                  <small className="tw-muted tw-end">{t('commands.fromAbove')}</small>
                )}
              </Flex>
            ),
          },
        ]}
      />
    </Panel>
  )
}
