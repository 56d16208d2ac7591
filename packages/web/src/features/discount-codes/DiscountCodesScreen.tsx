import { Link } from '@tanstack/react-router'
import {
  type DiscountCode,
  discountCodeCalls,
  discountCodeList,
} from '@trackway/core/features/discount-codes/calls.ts'
import { Flex } from 'antd'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { useTexts } from '../../base/use-texts.ts'
import { AddButton } from '../../ui/actions/AddButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { useBillingTabs } from '../ledger/use-billing-tabs.ts'

const usual = { count: 100, rate: 10 }
const generateMs = 60_000

/** The codes that take a part off an order, and who used them. */
export function DiscountCodesScreen() {
  const { t, format } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const [batch, setBatch] = useState<{ batchId: number; count: number } | null>(null)
  const add = <AddButton label={t('discountCodes.add')} onClick={() => setIsOpen(true)} />
  const shown = format.number(batch?.count ?? 0)
  return (
    <Page title={t('billing.title')} tabs={useBillingTabs()} actions={add}>
      <ListScreen
        list={discountCodeList}
        empty={{ action: add }}
        cells={{
          batchId: ({ batchId }: DiscountCode) => (
            <Link to="/index/pay/discountCode" search={{ batchId }}>
              {batchId}
            </Link>
          ),
        }}
      />
      <FormDialog
        call={discountCodeCalls.add}
        isOpen={isOpen}
        title={t('discountCodes.add')}
        submitLabel={t('discountCodes.generate')}
        onClose={() => setIsOpen(false)}
        label={(name) => t(`discountCodes.field.${name}`)}
        initial={usual}
        fields={[
          { name: 'count', help: t('discountCodes.countHelp') },
          { name: 'rate', unit: { name: '%', digits: 2 }, help: t('discountCodes.rateHelp') },
          { name: 'expireTime', help: t('discountCodes.expireHelp') },
        ]}
        send={(input) => api(discountCodeCalls.add, input, { timeoutMs: generateMs })}
        rereads={['list']}
        onDone={setBatch}
      />
      {batch && (
        <Dialog
          open
          width={440}
          title={t('discountCodes.made', { count: batch.count, shown })}
          onCancel={() => setBatch(null)}
          footer={null}
        >
          <Flex vertical gap={16} align="start">
            <p>{t('discountCodes.madeText', { batch: batch.batchId })}</p>
            <ExportButton
              request={{ list: discountCodeList.name, filter: { batchId: batch.batchId } }}
              rows={batch.count}
            />
          </Flex>
        </Dialog>
      )}
    </Page>
  )
}
