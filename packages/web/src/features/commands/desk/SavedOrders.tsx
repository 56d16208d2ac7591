import { DeleteOutlined } from '@ant-design/icons'
import { type CommandOrder, commandCalls } from '@trackway/core/api/devices/commands.ts'
import { App, Button, Flex, Table } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../../base/api.ts'
import { useErrorText } from '../../../base/error-text.ts'
import { useCall } from '../../../base/queries/use-call.ts'
import { useUser } from '../../../base/session.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'

/** Saved commands: the caller's own can be deleted. */
export function SavedOrders() {
  const { t } = useTranslation()
  const toText = useErrorText()
  const { message } = App.useApp()
  const { isDemo } = useUser()
  const { data, refetch } = useCall(['command', 'orders'], commandCalls.orders, {})
  const remove = async ({ id }: CommandOrder) => {
    try {
      await api(commandCalls.deleteOrder, { id })
      message.success(t('commands.orderDeleted'))
    } catch (refusal) {
      message.error(toText(refusal))
    }
    await refetch()
  }
  if (data?.list.length === 0)
    return <EmptyState title={t('commands.noOrders')} text={t('commands.noOrdersText')} />
  return (
    <Panel label={t('commands.orders')}>
      <Table<CommandOrder>
        size="middle"
        rowKey="id"
        loading={!data}
        dataSource={data?.list ?? []}
        pagination={false}
        scroll={{ x: 480 }}
        columns={[
          { title: t('commands.orderName'), dataIndex: 'name' },
          {
            title: t('commands.command'),
            render: (_, { code }) => t(`reports.command.${code ?? 'text'}`),
          },
          {
            title: t('reports.column.content'),
            render: (_, { content, parameters }) => (
              <code>
                {content ??
                  Object.entries(parameters)
                    .map(
                      ([name, value]) => `${t(`commands.field.${name}`, { defaultValue: name })}: ${value}`,
                    )
                    .join(', ')}
              </code>
            ),
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
                  <small className="tw-muted">{t('commands.fromAbove')}</small>
                )}
              </Flex>
            ),
          },
        ]}
      />
    </Panel>
  )
}
