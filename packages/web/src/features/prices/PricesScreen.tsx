import { EyeOutlined } from '@ant-design/icons'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type Currency, currencyCodes } from '@trackway/core/codes/currencies.ts'
import { type RenewPrice, renewPriceCalls } from '@trackway/core/features/prices/calls.ts'
import { Alert, Button, Select } from 'antd'
import { useState } from 'react'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Toolbar } from '../../ui/layout/Toolbar.tsx'
import { ContentLoading } from '../../ui/loading/ContentLoading.tsx'
import { AccountPicker } from '../../ui/pickers/AccountPicker.tsx'
import { DeviceTypePicker } from '../../ui/pickers/DeviceTypePicker.tsx'
import { useBillingTabs } from '../ledger/use-billing-tabs.ts'
import { PreviewDialog } from './PreviewDialog.tsx'
import { PriceDialog } from './PriceDialog.tsx'
import { type PriceKey, PriceMatrix } from './PriceMatrix.tsx'
import type { PricesUrl } from './url-state.ts'

const route = getRouteApi('/index/pay/renewPrice')

/** What renewals cost the customers of an account, by model and duration. */
export function PricesScreen() {
  const { t, toText } = useTexts()
  const navigate = useNavigate()
  const url = route.useSearch() as PricesUrl
  const { userId, deviceType } = url
  const [edited, setEdited] = useState<PriceKey | null>(null)
  const [isPreview, setIsPreview] = useState(false)
  const input = { ...(userId !== undefined && { userId }), ...(deviceType !== undefined && { deviceType }) }
  const { data, error } = useCall(['renewPrices', input], renewPriceCalls.find, input, { retry: false })
  const currency = currencyIn(url.currency) ?? data?.currencies[0] ?? 'USD'
  const set = (next: PricesUrl) =>
    void navigate({ to: '/index/pay/renewPrice', search: { ...url, ...next }, replace: true })
  const rows = data?.list.filter((row) => row.currency === currency) ?? []
  const types = [
    null,
    ...new Set([...typesOf(data?.list ?? []), ...(deviceType === undefined ? [] : [deviceType])]),
  ]
  return (
    <Page
      title={t('billing.title')}
      tabs={useBillingTabs()}
      isTall
      actions={
        <Button icon={<EyeOutlined />} disabled={!data} onClick={() => setIsPreview(true)}>
          {t('prices.preview')}
        </Button>
      }
    >
      <Toolbar>
        <AccountPicker
          value={userId}
          onChange={(id) => set({ userId: id })}
          label={t('prices.account')}
          isExact
        />
        <Select
          className="tw-tool"
          aria-label={t('prices.currency')}
          value={currency}
          options={currencyCodes.map((code) => ({ value: code, label: code }))}
          onChange={(code) => set({ currency: code })}
        />
        <DeviceTypePicker
          className="tw-tool"
          aria-label={t('prices.addModel')}
          placeholder={t('prices.addModel')}
          value={deviceType ?? null}
          onChange={(id) => set({ deviceType: id })}
        />
      </Toolbar>
      {error ? (
        <EmptyState title={toText(error)} text={t('prices.chooseAgent')} />
      ) : !data ? (
        <ContentLoading />
      ) : (
        <Panel
          title={data.userId === null ? t('prices.ofPlatform') : t('prices.of', { name: data.name })}
          note={t(data.userId === null ? 'prices.aboutPlatform' : 'prices.about')}
          isFlush
        >
          {rows.every(({ amount }) => amount === null) && (
            <Alert type="info" showIcon banner title={t('prices.none', { currency })} />
          )}
          <PriceMatrix
            types={types}
            rows={rows}
            currency={currency}
            isPlatform={data.userId === null}
            onEdit={setEdited}
          />
        </Panel>
      )}
      {data && edited && (
        <PriceDialog
          key={`${edited.deviceType} ${edited.duration}`}
          price={edited}
          currency={currency}
          userId={data.userId}
          maySetFloor={data.maySetFloor}
          onClose={() => setEdited(null)}
        />
      )}
      {isPreview && (
        <PreviewDialog input={input} ownId={data?.userId ?? null} onClose={() => setIsPreview(false)} />
      )}
    </Page>
  )
}

const currencyIn = (text: string | undefined): Currency | undefined =>
  currencyCodes.find((code) => code === text)

const typesOf = (list: readonly RenewPrice[]): number[] => list.flatMap(({ deviceType }) => deviceType ?? [])
