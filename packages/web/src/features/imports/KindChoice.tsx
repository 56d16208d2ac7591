import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Flex, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { batchEntries, useBatchKinds } from './batch-entries.ts'
import styles from './imports.module.css'

/** Chooses between the screens of an entry: what is changed, or looked up, by the list. */
export function KindChoice() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const kinds = useBatchKinds()
  const entry = batchEntries.find((each) => kinds[each].some((kind) => kind.path === path))
  if (!entry || kinds[entry].length < 2) return null
  const label = t(`imports.entry.choose.${entry}`)
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the choice is within it
    <label>
      <Flex gap="4px 12px" align="center" wrap>
        <span className="tw-muted">{label}</span>
        <Select
          aria-label={label}
          className={styles.choice!}
          value={path}
          showSearch={{ optionFilterProp: 'label' }}
          options={kinds[entry].map(({ path, title, about }) => ({ value: path, label: title, about }))}
          optionRender={({ label, data }) => (
            <Flex vertical>
              {label}
              <small className="tw-muted">{data.about}</small>
            </Flex>
          )}
          onChange={(to) => void navigate({ to: to as never })}
        />
      </Flex>
    </label>
  )
}
