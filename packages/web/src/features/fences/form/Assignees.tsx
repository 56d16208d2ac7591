import { rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import { Flex, Form, Tag } from 'antd'
import { useUser } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { AccountPicker } from '../../../ui/pickers/AccountPicker.tsx'
import { GroupPicker } from '../../../ui/pickers/GroupPicker.tsx'
import { useAccountNames } from '../../../ui/pickers/use-account-names.ts'
import { VehiclePicker } from '../../../ui/vehicles/VehiclePicker.tsx'
import styles from '../fences.module.css'

/** To whom a fence is assigned. */
export interface Assignment {
  terminalIDs: readonly string[]
  /** All devices at and below these accounts. */
  userIds: readonly number[]
  /** All devices that are in these groups, now and later. */
  vehicleGroupIds: readonly number[]
}

interface AssigneesProps {
  /** The account at and below which they are; undefined: the one chosen in the form. */
  userId: number | undefined
  value: Assignment
  onChange: (value: Assignment) => void
  /** So many are assigned already that others can only be added. */
  more: number
}

/** The vehicles and accounts that a fence counts for. */
export function Assignees({ userId, value, onChange, more }: AssigneesProps) {
  const owner = Form.useWatch<number | undefined>('userId')
  const { t, format } = useTexts()
  const { role } = useUser()
  const { terminalIDs, userIds, vehicleGroupIds } = value
  const names = useAccountNames([...userIds])
  const counts = [
    t('ui.vehicles.vehicles', {
      count: terminalIDs.length + more,
      shown: format.number(terminalIDs.length + more),
    }),
    ...(vehicleGroupIds.length > 0 ? [t('fences.groupCount', { count: vehicleGroupIds.length })] : []),
    ...(userIds.length > 0 ? [t('fences.accountCount', { count: userIds.length })] : []),
  ]
  return (
    <section className={`${styles.section} tw-line-above tw-grid tw-gap-10`} aria-label={t('fences.assign')}>
      <Flex justify="space-between" gap={8}>
        <h3>{t('fences.assign')}</h3>
        <span className="tw-muted" role="status">
          {counts.join(' · ')}
        </span>
      </Flex>
      {more > 0 && (
        <p className="tw-muted tw-small">{t('fences.tooManyListed', { shown: format.number(more) })}</p>
      )}
      <VehiclePicker
        block
        isNone
        userId={userId ?? owner}
        value={terminalIDs}
        onChange={(ids) => onChange({ ...value, terminalIDs: ids })}
      />
      <GroupPicker
        isHiddenWithout
        label={t('fences.addGroup')}
        placeholder={t('fences.addGroup')}
        userId={userId ?? owner}
        value={vehicleGroupIds}
        onChange={(ids) => onChange({ ...value, vehicleGroupIds: ids ?? [] })}
      />
      {rolesWithSubAccounts.includes(role) && (
        <>
          <span className="tw-small tw-muted">{t('fences.addAccount')}</span>
          <AccountPicker
            block
            isRequired
            label={t('fences.addAccount')}
            value={undefined}
            onChange={(id) =>
              id !== undefined && onChange({ ...value, userIds: [...new Set([...userIds, id])] })
            }
          />
          {userIds.length > 0 && (
            <div>
              {userIds.map((id) => (
                <Tag
                  key={id}
                  closable
                  onClose={() => onChange({ ...value, userIds: userIds.filter((each) => each !== id) })}
                >
                  {t('ui.accounts.all', { name: names.data?.get(id) ?? t('ui.accounts.number', { id }) })}
                </Tag>
              ))}
            </div>
          )}
        </>
      )}
    </section>
  )
}
