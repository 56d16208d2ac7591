import {
  type NotificationDelivery,
  notificationDeliveryList,
} from '@trackway/core/features/notifications/delivery-calls.ts'
import { Flex, Timeline } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTexts } from '../../base/use-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Facts } from '../../ui/layout/Facts.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'

/** Log of notifications: which alarm, to whom, by which way, with the result. */
export function DeliveriesTab() {
  const { t } = useTranslation()
  const [shown, setShown] = useState<NotificationDelivery | null>(null)
  return (
    <>
      <ListScreen list={notificationDeliveryList} onOpen={setShown} />
      <Dialog
        open={shown !== null}
        title={t('notifications.delivery.title')}
        width={560}
        footer={null}
        onCancel={() => setShown(null)}
      >
        {shown && <Delivery delivery={shown} />}
      </Dialog>
    </>
  )
}

function Delivery({ delivery }: { delivery: NotificationDelivery }) {
  const { t, format } = useTexts()
  const { receiver, target, channel, state, reason, text, dueTime, attempts } = delivery
  const outcome = [t(`reports.deliveryState.${state}`), reason && t(`reports.deliveryReason.${reason}`)]
  return (
    <Flex vertical gap={16}>
      <Facts
        facts={[
          { label: t('reports.column.receiver'), value: `${receiver} (${target})` },
          { label: t('reports.column.channel'), value: t(`reports.notifyChannel.${channel}`) },
          { label: t('reports.column.deliveryState'), value: outcome.filter(Boolean).join(': ') },
          ...(state === 'due'
            ? [{ label: t('notifications.delivery.dueTime'), value: format.minute(dueTime) }]
            : []),
        ]}
      />
      {text !== null && <p className="tw-pre-wrap">{text}</p>}
      <Timeline
        items={attempts.map(({ number, startTime, outcome, code, answer, provider }) => ({
          key: number,
          color: outcome === 'sent' ? 'green' : outcome === 'refused' ? 'red' : 'gray',
          content: (
            <>
              {format.minute(startTime)} · {provider} · {t(`notifications.outcome.${outcome}`)}
              <div className="tw-muted tw-small">{[code, answer].filter(Boolean).join(': ')}</div>
            </>
          ),
        }))}
      />
    </Flex>
  )
}
