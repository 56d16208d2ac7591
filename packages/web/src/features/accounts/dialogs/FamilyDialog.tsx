import { type SubAccount, subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { Breadcrumb, Spin } from 'antd'
import { useCall } from '../../../base/queries/use-call.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { nameOfAccount } from '../../../ui/pickers/use-account-names.ts'

/** The accounts above an account and beside it in the tree. */
export function FamilyDialog({ account, onClose }: { account: SubAccount; onClose: () => void }) {
  const { t, toText } = useTexts()
  const { data, error } = useCall(['family', account.id], subAccountCalls.getFamily, { id: account.id })
  return (
    <Dialog
      open
      footer={null}
      width={480}
      title={t('agents.title_family', { name: account.username })}
      onCancel={onClose}
    >
      {error && <p role="alert">{toText(error)}</p>}
      {!data && !error && <Spin />}
      {data && (
        <>
          <Breadcrumb
            separator="›"
            items={data.chain.map((each) => ({ key: each.id, title: nameOfAccount(each) }))}
          />
          <h3>{t('agents.siblings', { count: data.siblingsTotal })}</h3>
          <p>{data.siblings.map(nameOfAccount).join(', ') || t('agents.noSiblings')}</p>
          {data.siblingsTotal > data.siblings.length && (
            <p className="tw-muted">{t('agents.moreSiblings', { shown: data.siblings.length })}</p>
          )}
        </>
      )}
    </Dialog>
  )
}
