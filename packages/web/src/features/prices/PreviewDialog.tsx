import { durationIds } from '@trackway/core/codes/durations.ts'
import { renewPriceCalls } from '@trackway/core/features/prices/calls.ts'
import { amountText } from '@trackway/core/rules/money.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { PlainTable } from '../../ui/antd/PlainTable.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ContentLoading } from '../../ui/loading/ContentLoading.tsx'
import { durationText } from '../cards/duration-text.ts'
import { useModelName } from './PriceMatrix.tsx'

interface PreviewDialogProps {
  input: { userId?: number; deviceType?: number }
  /** Whose prices are shown around it; null: the platform. */
  ownId: number | null
  onClose: () => void
}

/** What a customer of the account would see: what has a price, and nothing of how that came about. */
export function PreviewDialog({ input, ownId, onClose }: PreviewDialogProps) {
  const { t, toText } = useTexts()
  const { id } = useUser()
  const nameOf = useModelName()
  const whose = {
    userId: input.userId ?? ownId ?? id,
    ...(input.deviceType !== undefined && { deviceType: input.deviceType }),
  }
  const { data, error } = useCall(['renewPrices', 'preview', whose], renewPriceCalls.preview, whose, {
    retry: false,
  })
  const rows = Object.values(
    Object.groupBy(data?.list ?? [], ({ deviceType, currency }) => `${deviceType} ${currency}`),
  ).map((list) => list!)
  return (
    <Dialog open width={820} title={t('prices.previewTitle')} onCancel={onClose} footer={null}>
      {error ? (
        <EmptyState title={toText(error)} />
      ) : !data ? (
        <ContentLoading />
      ) : rows.length === 0 ? (
        <EmptyState title={t('prices.previewNone')} text={t('prices.previewNoneText')} />
      ) : (
        <div className="tw-column tw-gap-12">
          <p className="tw-muted">{t('prices.soldBy', { name: data.seller })}</p>
          <PlainTable
            rowKey={(list) => `${list[0]!.deviceType} ${list[0]!.currency}`}
            dataSource={rows}
            columns={[
              { title: t('prices.model'), render: (_, list) => nameOf(list[0]!.deviceType) },
              { title: t('prices.currency'), render: (_, list) => list[0]!.currency },
              ...durationIds.map((duration) => ({
                title: durationText(t, duration),
                key: duration,
                align: 'end' as const,
                render: (_: unknown, list: (typeof rows)[number]) => {
                  const price = list.find((each) => each.duration === duration)
                  return price ? amountText(price.amount, price.currency) : '–'
                },
              })),
            ]}
          />
        </div>
      )}
    </Dialog>
  )
}
