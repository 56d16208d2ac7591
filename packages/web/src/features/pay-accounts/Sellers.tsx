import { BankOutlined, CheckCircleOutlined, StopOutlined } from '@ant-design/icons'
import { type Currency, currencies, currencyCodes } from '@trackway/core/codes/currencies.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import {
  payAccountCalls as calls,
  type Seller,
  sellerList,
} from '@trackway/core/features/pay-accounts/calls.ts'
import { moneyText } from '@trackway/core/rules/money.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useUser } from '../../base/session.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import styles from './pay-accounts.module.css'

/** What the platform owes each agent for sales whose money it received, and who may be paid on accounts of its own. */
export function Sellers() {
  const { t } = useTranslation()
  const { id: ownId, role } = useUser()
  const [paid, setPaid] = useState<Seller | null>(null)
  const allow = async ({ id, isAllowed }: Seller) => {
    await api(calls.allow, { userId: id, isAllowed: !isAllowed })
    await reread('list')
  }
  const isBelow = ({ id }: Seller) => id !== ownId
  return (
    <>
      <p className={`${styles.inset} tw-small tw-muted`}>
        {t(role === roles.admin ? 'payAccounts.sellersText' : 'payAccounts.sellersTextBelow')}
      </p>
      <ListScreen
        list={sellerList}
        rowActions={[
          {
            label: 'payAccounts.payOut.open',
            icon: <BankOutlined />,
            call: calls.payOut,
            isFor: isBelow,
            run: (row: Seller) => setPaid(row),
          },
          {
            label: 'payAccounts.allow',
            icon: <CheckCircleOutlined />,
            call: calls.allow,
            isFor: (row: Seller) => isBelow(row) && !row.isAllowed,
            confirm: { text: 'payAccounts.allowText', ok: 'payAccounts.allowOk' },
            run: allow,
            done: 'payAccounts.allowed',
          },
          {
            label: 'payAccounts.forbid',
            icon: <StopOutlined />,
            call: calls.allow,
            isFor: (row: Seller) => isBelow(row) && row.isAllowed,
            isDangerous: true,
            confirm: { text: 'payAccounts.forbidText', ok: 'payAccounts.forbidOk' },
            run: allow,
            done: 'payAccounts.forbidden',
          },
        ]}
      />
      {paid && <PayOutDialog key={paid.id} seller={paid} onClose={() => setPaid(null)} />}
    </>
  )
}

/** Records what an agent was paid outside the platform. The amount that is owed is filled in. */
function PayOutDialog({ seller, onClose }: { seller: Seller; onClose: () => void }) {
  const { t } = useTranslation()
  const { id, username, owed } = seller
  const [currency, setCurrency] = useState<Currency>(owed[0]?.currency ?? 'USD')
  const present = owed.find((each) => each.currency === currency)?.amount ?? 0
  const { decimals } = currencies[currency]
  return (
    <FormDialog
      key={currency}
      call={calls.payOut}
      isOpen
      title={t('payAccounts.payOut.title', { name: username })}
      submitLabel={t('payAccounts.payOut.ok')}
      onClose={onClose}
      label={(name) => t(`payAccounts.payOut.${name}`)}
      initial={{ userId: id, currency, ...(present !== 0 && { amount: present }) }}
      fields={[
        <p key="text">{t('payAccounts.payOut.text')}</p>,
        {
          name: 'currency',
          control: (
            <Select
              options={currencyCodes.map((value) => ({ value, label: value }))}
              onChange={(next: Currency) => setCurrency(next)}
            />
          ),
          help: t('payAccounts.payOut.owedNow', { amount: moneyText(present, currency) }),
        },
        {
          name: 'amount',
          unit: { name: currency, size: 10 ** decimals, digits: decimals },
          help: t('payAccounts.payOut.amountHelp'),
          check: (value) => (value === 0 ? t('payAccounts.payOut.notZero') : null),
        },
        { name: 'remark', help: t('payAccounts.payOut.remarkHelp') },
      ]}
      rereads={['list']}
      done={({ owed: left }) => t('payAccounts.payOut.done', { amount: moneyText(left, currency) })}
    />
  )
}
