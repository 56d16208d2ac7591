import { Navigate } from '@tanstack/react-router'
import { roleNames } from '@trackway/core/codes/roles.ts'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/EmptyState.tsx'
import { homeOf } from './menu.ts'
import { RoadEnd } from './RoadEnd.tsx'
import { useUser } from './session.ts'

/** Where those land whose role opens no screen; everybody else is led to their own. */
export function NothingYetScreen() {
  const { t } = useTranslation()
  const { role } = useUser()
  const home = homeOf(role)
  if (home !== '/index') return <Navigate to={home} replace />
  return (
    <div className="tw-centre">
      <EmptyState
        isPage
        picture={<RoadEnd />}
        title={t('app.nothingYet.title')}
        text={t('app.nothingYet.text', { role: t(`role.${roleNames[role]}`) })}
      />
    </div>
  )
}
