import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSession } from '../base/session.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { NotFoundPicture } from './NotFoundPicture.tsx'

/** A path nobody knows, or one the role may not open: it does not say which. */
export function NotFoundScreen() {
  const { t } = useTranslation()
  const isSignedIn = useSession((session) => session.user !== null)
  return (
    <main className="tw-centre">
      <EmptyState
        isPage
        picture={<NotFoundPicture />}
        title={t('app.notFound.title')}
        text={t('app.notFound.text')}
        action={
          <Link to={isSignedIn ? '/redirect' : '/login'}>
            <Button type="primary" size="large">
              {t(isSignedIn ? 'app.notFound.home' : 'app.notFound.login')}
            </Button>
          </Link>
        }
      />
    </main>
  )
}
