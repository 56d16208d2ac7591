import { deviceGroupCalls } from '@trackway/core/features/devices/group-calls.ts'
import { type VehicleGroup, vehicleGroupCalls } from '@trackway/core/features/vehicle-groups/calls.ts'
import { App, Flex, Select, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useCan, useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { GroupName } from '../../ui/pickers/GroupPicker.tsx'
import { useGroups } from '../../ui/pickers/use-groups.ts'

/** The groups that a device is in, which may be left and joined here. */
export function GroupsOfDevice({ terminalID }: { terminalID: string }) {
  const { t } = useTranslation()
  const { toText } = useTexts()
  const { message } = App.useApp()
  const { isDemo } = useUser()
  const mayEdit = useCan('main:device_edit') && !isDemo
  const { data } = useCall(['list', 'vehicleGroups', 'of', terminalID], vehicleGroupCalls.find, {
    terminalID,
    pageSize: 100,
  })
  const all = useGroups({ isEnabled: mayEdit }).data ?? []
  const own = data?.list ?? []
  const others = all.filter(({ id }) => !own.some((group) => group.id === id))
  const change = (work: () => Promise<unknown>) =>
    work()
      .then(() => reread('list', 'levelSettings'))
      .catch((error: unknown) => void message.error(toText(error)))
  const leave = ({ id }: VehicleGroup) =>
    change(() => api(deviceGroupCalls.removeDevices, { terminalIDs: [terminalID], groupId: id }))
  const join = (group: number) =>
    change(() => api(deviceGroupCalls.addDevices, { terminalIDs: [terminalID], group }))
  if (own.length === 0 && others.length === 0)
    return <span className="tw-muted">{t('vehicleGroups.inNone')}</span>
  return (
    <Flex wrap gap={4}>
      {own.map((group) => (
        <Tag
          key={group.id}
          closable={mayEdit && { 'aria-label': t('vehicleGroups.leave', { name: group.name }) }}
          onClose={(event) => {
            event.preventDefault()
            void leave(group)
          }}
        >
          <GroupName group={group} />
        </Tag>
      ))}
      {mayEdit && others.length > 0 && (
        <Select<number | null>
          size="small"
          className="tw-width-130"
          aria-label={t('vehicleGroups.join')}
          placeholder={t('vehicleGroups.join')}
          popupMatchSelectWidth={false}
          showSearch={{ optionFilterProp: 'label' }}
          value={null}
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => id !== null && void join(id)}
        />
      )}
    </Flex>
  )
}
