import { CheckOutlined } from '@ant-design/icons'
import {
  differenceCalls,
  differenceList,
  type PaymentDifference,
} from '@trackway/core/features/reconciliation/calls.ts'
import { useTexts } from '../../base/use-texts.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { useEditedRow } from '../../ui/list/use-edited-row.ts'
import { useBillingTabs } from '../ledger/use-billing-tabs.ts'

/** Where the reports of payment providers and the books differ, and what came of each. */
export function DifferencesScreen() {
  const { t } = useTexts()
  const [difference, setDifference] = useEditedRow(differenceList, differenceCalls.settle)
  return (
    <Page title={t('billing.title')} tabs={useBillingTabs()}>
      <ListScreen
        list={differenceList}
        rowActions={[
          {
            label: 'differences.settleOf',
            icon: <CheckOutlined />,
            call: differenceCalls.settle,
            isFor: ({ state }: PaymentDifference) => state === 'open',
            run: setDifference,
          },
        ]}
      />
      <FormDialog
        call={differenceCalls.settle}
        isOpen={difference !== null}
        title={t('differences.settle')}
        submitLabel={t('differences.settle')}
        onClose={() => setDifference(null)}
        label={() => t('differences.note')}
        initial={difference ? { id: difference.id } : {}}
        fields={[{ name: 'note', help: t('differences.noteHelp') }]}
        rereads={['list']}
        done={() => t('differences.settled')}
      />
    </Page>
  )
}
