import { fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useTexts } from '../../base/use-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import styles from './fences.module.css'
import { type FenceDetail, fenceQueries, useFenceDevices } from './use-fences.ts'

interface DeleteFenceProps {
  fence: FenceDetail
  onClose: () => void
  onDeleted: () => void
}

/** As many vehicles are named. */
const named = 12

/** Deletes a fence; one that is in use only after its uses were listed, which are then removed too. */
export function DeleteFence({ fence, onClose, onDeleted }: DeleteFenceProps) {
  const { t, format, toText } = useTexts()
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const { fenceId, name, accounts, groups, assignedDevices } = fence
  const isUsed = assignedDevices + accounts.length + groups.length > 0
  const { data } = useFenceDevices(fenceId, 1, '', named)
  const run = async () => {
    setBusy(true)
    try {
      await api(fenceCalls.delete, { fenceId, detach: isUsed })
      onDeleted()
      await reread(...fenceQueries)
    } catch (error) {
      setFailure(error)
      setBusy(false)
      // Somebody assigned it meanwhile: what uses it is then named.
      await reread(['fence', fenceId])
    }
  }
  return (
    <Dialog
      open
      width={460}
      title={t('map.areas.deleteOne', { name })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.form.cancel')}</Button>
          <Button danger type="primary" loading={isBusy} onClick={() => void run()}>
            {t(isUsed ? 'fences.detachDelete' : 'map.areas.delete')}
          </Button>
        </>
      }
    >
      {failure !== null && <Alert type="error" showIcon title={toText(failure)} />}
      {isUsed ? (
        <>
          <p>{t('fences.usedBy')}</p>
          <ul className={`${styles.usedBy} tw-scroll`}>
            {accounts.map(({ userId, username }) => (
              <li key={userId}>{t('fences.usedByAccount', { name: username })}</li>
            ))}
            {groups.map(({ id, name }) => (
              <li key={`group ${id}`}>{t('ui.level.origin.group', { name })}</li>
            ))}
            {data?.list
              .filter(({ isAssigned }) => isAssigned)
              .map(({ terminalID, displayName }) => (
                <li key={terminalID}>{displayName}</li>
              ))}
            {assignedDevices > named && (
              <li className="tw-muted">
                {t('fences.moreVehicles', { shown: format.number(assignedDevices - named) })}
              </li>
            )}
          </ul>
          <p className="tw-muted">{t('fences.detachText')}</p>
        </>
      ) : (
        <p>{t('map.areas.deleteText')}</p>
      )}
    </Dialog>
  )
}
