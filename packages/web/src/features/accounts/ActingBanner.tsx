import { SwapOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { endActing, useUser } from '../../base/session.ts'
import { nameOfAccount } from '../../ui/pickers/use-account-names.ts'

/** Names the account that a superior acts as, with a button that ends it. */
export function ActingBanner() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const user = useUser()
  if (user.actor === null) return null
  const goBack = () => {
    // Nobody waits for the answer: the session ends with one's own at the latest.
    api(accountCalls.logout, {}, { timeoutMs: 5_000 }).catch(() => undefined)
    if (endActing()) void navigate({ to: '/index/agent/agentList' })
  }
  return (
    <Alert
      banner
      type="warning"
      icon={<SwapOutlined />}
      role="status"
      title={t('agents.acting.banner', { name: nameOfAccount(user), actor: nameOfAccount(user.actor) })}
      action={
        <Button size="small" onClick={goBack}>
          {t('agents.acting.back')}
        </Button>
      }
    />
  )
}
