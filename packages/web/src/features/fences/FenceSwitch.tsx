import { type Fence, fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useUser } from '../../base/session.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import styles from './fences.module.css'
import { fenceQueries } from './use-fences.ts'

/** Switches a fence on and off. */
export function FenceSwitch({ fence }: { fence: Pick<Fence, 'fenceId' | 'state' | 'name'> }) {
  const { t } = useTranslation()
  const { isDemo } = useUser()
  const { act, isBusy } = useAction()
  const change = (isOpen: boolean) =>
    act(async () => {
      await api(fenceCalls.update, { fenceId: fence.fenceId, state: isOpen ? 'opened' : 'closed' })
      await reread(...fenceQueries)
    })
  return (
    <Switch
      size="small"
      className={styles.switch!}
      checked={fence.state === 'opened'}
      loading={isBusy}
      disabled={isDemo}
      title={isDemo ? t('result.demoAccount') : t(`reports.fenceState.${fence.state}`)}
      aria-label={t('fences.switch', { name: fence.name })}
      onChange={(isOpen) => void change(isOpen)}
    />
  )
}
