import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldValue } from '../../ui/form/field-value.ts'
import { GroupName } from '../../ui/pickers/GroupPicker.tsx'
import { useGroups } from '../../ui/pickers/use-groups.ts'

interface GroupFieldProps extends FieldValue<number | string> {
  /** A name that no group has stands for a new one. */
  takesNew?: boolean
}

/** One group, chosen by its name or, where it may be new, named. */
export function GroupField({ id, value, onChange, takesNew = false }: GroupFieldProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const groups = useGroups({ search: text }).data ?? []
  const typed = text.trim()
  const known = groups.map((group) => ({ value: group.id as number | string, label: group.name, group }))
  const isKnown = known.some(({ label }) => label.toLowerCase() === typed.toLowerCase())
  const fresh = typed !== '' ? typed : typeof value === 'string' ? value : ''
  const isOffered = takesNew && fresh !== '' && !isKnown
  return (
    <Select<number | string>
      {...(id !== undefined && { id })}
      autoFocus
      value={value ?? null}
      placeholder={t(takesNew ? 'ui.groups.chooseOrNew' : 'list.filter.groupIds')}
      showSearch={{ filterOption: false, searchValue: text, onSearch: setText }}
      notFoundContent={t('ui.groups.none')}
      options={[
        ...known,
        ...(isOffered
          ? [{ value: fresh, label: t('ui.groups.create', { name: fresh }), group: undefined }]
          : []),
      ]}
      optionRender={({ label, data }) => (data.group ? <GroupName group={data.group} /> : label)}
      onChange={(chosen) => {
        setText('')
        onChange?.(chosen)
      }}
    />
  )
}
