import type { VehicleGroup } from '@trackway/core/features/vehicle-groups/calls.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../base/use-texts.ts'
import { useGroups, useGroupsById } from './use-groups.ts'

interface GroupPickerProps {
  id?: string
  value?: readonly number[] | null | undefined
  /** Null: none is chosen. */
  onChange?: (ids: number[] | null) => void
  /** Whose groups are offered; undefined: one's own and those of all below. */
  userId?: number | undefined
  label: string
  /** What none means. */
  placeholder?: string
  className?: string
  /** Nothing is shown to whom there is nothing to choose. */
  isHiddenWithout?: boolean
  /** One at most. */
  isOne?: boolean
}

/** Chooses groups of vehicles by their names. */
export function GroupPicker(props: GroupPickerProps) {
  const { value, onChange, userId, label, isHiddenWithout = false, isOne = false } = props
  const { t } = useTranslation()
  const format = useFormat()
  const [text, setText] = useState('')
  const all = useGroups({ userId })
  const found = useGroups({ userId, search: text, isEnabled: text !== '' })
  const chosen = value ?? []
  const offered = (text === '' ? all.data : found.data) ?? []
  const isOffered = (id: number) => offered.some((group) => group.id === id)
  const named = useGroupsById(chosen.filter((id) => !isOffered(id))).data ?? []
  if (isHiddenWithout && chosen.length === 0 && (all.data?.length ?? 0) === 0) return null

  const choose = (ids: number[]) => {
    setText('')
    onChange?.(ids.length > 0 ? ids : null)
  }
  return (
    <Select<number[]>
      {...(props.id !== undefined && { id: props.id })}
      {...(props.className !== undefined && { className: props.className })}
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      popupMatchSelectWidth={false}
      aria-label={label}
      placeholder={props.placeholder ?? t('list.any.groupIds')}
      value={[...chosen]}
      onChange={(ids) => choose(isOne ? ids.slice(-1) : ids)}
      showSearch={{ filterOption: false, searchValue: text, onSearch: setText }}
      notFoundContent={t('ui.groups.none')}
      options={[...offered, ...named].map((group) => ({ value: group.id, label: group.name, group }))}
      optionRender={({ data }) => <GroupName group={data.group} more={format.number(data.group.devices)} />}
    />
  )
}

interface GroupNameProps {
  group: Pick<VehicleGroup, 'name' | 'colour'>
  more?: string
}

/** A group by its colour and its name. */
export function GroupName({ group, more }: GroupNameProps) {
  return (
    <span className="tw-nowrap">
      <span aria-hidden="true" style={{ color: group.colour }}>
        ●{' '}
      </span>
      {group.name}
      {more !== undefined && <small className="tw-muted tw-number"> {more}</small>}
    </span>
  )
}
