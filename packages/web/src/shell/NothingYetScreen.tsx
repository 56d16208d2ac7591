import { Navigate } from '@tanstack/react-router'
import { roleNames } from '@trackway/core/codes/roles.ts'
import { useTranslation } from 'react-i18next'
import { useUser } from '../base/session.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { homeOf } from './menu/menu.ts'
import { NotFoundPicture } from './NotFoundPicture.tsx'

/** Where those land whose role opens no screen; everybody else is led to their own. */
export function NothingYetScreen() {
  const { t } = useTranslation()
  const { permissions, role } = useUser()
  const home = homeOf(permissions)
  if (home !== '/index') return <Navigate to={home} replace />
  return (
    <div className="tw-centre">
      <EmptyState
        isPage
        picture={<NotFoundPicture />}
        title={t('app.nothingYet.title')}
        text={t('app.nothingYet.text', { role: t(`role.${roleNames[role]}`) })}
      />
    </div>
  )
}
