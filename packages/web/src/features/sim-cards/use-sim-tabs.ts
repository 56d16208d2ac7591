import { useNavigate } from '@tanstack/react-router'
import { holdsAny } from '@trackway/core/codes/permissions.ts'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import type { PageTabs } from '../../ui/layout/Page.tsx'
import { type SimTabName, simTabs } from './sim-tabs.ts'

/** The pages of SIM cards that the user may open, as tabs of one page. */
export function useSimTabs(activeKey: SimTabName): PageTabs {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { permissions } = useUser()
  const names = (Object.keys(simTabs) as SimTabName[]).filter((name) =>
    holdsAny(permissions, simTabs[name].permission),
  )
  return {
    activeKey,
    items: names.map((key) => ({ key, label: t(`simCards.tab.${key}`) })),
    onChange: (key) => void navigate({ to: simTabs[key as SimTabName].path as never }),
  }
}
