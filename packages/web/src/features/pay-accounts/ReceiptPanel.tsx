import { payAccountCalls as calls } from '@trackway/core/features/pay-accounts/calls.ts'
import { Form } from 'antd'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CallForm } from '../../ui/form/CallForm.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ContentLoading } from '../../ui/loading/ContentLoading.tsx'
import { ReceiptPreview, type ReceiptProfile } from './ReceiptPreview.tsx'

/** The seller's details on receipts of its orders, with a receipt as a customer gets it. */
export function ReceiptPanel() {
  const { t, toText } = useTexts()
  const { data, error } = useCall(['payProfile'], calls.profile, {})
  if (error) return <EmptyState title={toText(error)} />
  if (!data) return <ContentLoading />
  return (
    <Panel title={t('payAccounts.receipt.title')} note={t('payAccounts.receipt.note')}>
      <div className="tw-narrow">
        <CallForm
          key={JSON.stringify(data)}
          call={calls.saveProfile}
          submitLabel={t('payAccounts.save')}
          label={(name) => t(`payAccounts.receipt.${name}`)}
          initial={data}
          fields={[
            'name',
            'address',
            [
              'taxLabel',
              { name: 'taxRate', unit: { name: '%', step: 1 }, help: t('payAccounts.receipt.taxRateHelp') },
            ],
            'taxNumber',
            <EnteredReceipt key="preview" />,
          ]}
          rereads={['payProfile']}
          done={() => t('payAccounts.receipt.saved')}
        />
      </div>
    </Panel>
  )
}

/** The receipt with what is entered now. */
function EnteredReceipt() {
  const profile = Form.useWatch([], Form.useFormInstance()) as Partial<ReceiptProfile> | undefined
  return <ReceiptPreview profile={profile ?? {}} />
}
