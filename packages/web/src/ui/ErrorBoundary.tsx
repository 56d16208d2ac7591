import { Button } from 'antd'
import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './EmptyState.tsx'

interface ErrorBoundaryProps {
  children: ReactNode
  /** Another value shows the children again: the next page is not to blame for this one. */
  resetKey?: string
}

/** Catches what a screen throws while drawing, so the rest of the page stays usable. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (this.state.error !== null && before.resetKey !== this.props.resetKey) this.setState({ error: null })
  }

  override render() {
    if (this.state.error === null) return this.props.children
    return <ErrorScreen error={this.state.error} reset={() => this.setState({ error: null })} />
  }
}

/** Shown in place of a screen that failed. */
export function ErrorScreen({ error, reset }: { error: unknown; reset?: () => void }) {
  const { t } = useTranslation()
  // A new version was deployed: the file of a screen has another name now.
  const isOutdated = error instanceof TypeError && /import|module/i.test(error.message)
  return (
    <div className="tw-centre" role="alert">
      <EmptyState
        title={t(isOutdated ? 'ui.error.outdated' : 'ui.error.title')}
        text={t(isOutdated ? 'ui.error.outdatedText' : 'ui.error.text')}
        action={
          <>
            {reset && !isOutdated && <Button onClick={reset}>{t('ui.error.again')}</Button>}
            <Button type="primary" onClick={() => location.reload()}>
              {t('ui.error.reload')}
            </Button>
          </>
        }
      />
    </div>
  )
}
