import type { Call } from '@trackway/core/api/call.ts'
import type { ResultName } from '@trackway/core/codes/results.ts'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useUser } from '../../base/session.ts'
import { confirm } from '../../ui/form/confirm.ts'

interface RemoveSettingsProps {
  /** Its texts are `<texts>.remove` and `.removeText`. */
  texts: string
  call: Call
  /** Of the key of what it makes old. */
  query: string
}

/** Takes settings away that are stored here, once that was confirmed. */
export function RemoveSettings({ texts, call, query }: RemoveSettingsProps) {
  const { t } = useTranslation()
  const { isDemo } = useUser()
  if (isDemo) return null
  const remove = () =>
    confirm({
      title: t(`${texts}.remove`),
      text: t(`${texts}.removeText`),
      okLabel: t(`${texts}.remove`),
      onOk: async () => {
        await api(call, {})
        await reread(query)
        return t('system.isSaved')
      },
    })
  return (
    <Button danger size="small" onClick={remove}>
      {t(`${texts}.remove`)}
    </Button>
  )
}

/** A try of such settings: what the other server said to a failure is what the administrator needs. */
export function useTry(failure: ResultName) {
  const { message } = App.useApp()
  return <T,>(sent: Promise<T>): Promise<T> =>
    sent.catch((error) => {
      const said = error instanceof ApiError && error.result === failure ? error.issues[0] : null
      if (said) message.error(said.reason, 10)
      throw error
    })
}
